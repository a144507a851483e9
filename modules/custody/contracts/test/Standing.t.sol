// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// What a recovery key takes of value that came from other boundaries. HELD, LOCKED and ARMED have the same holder, here
/// a thief who has the keys of the service too.
contract StandingTest is World {
    uint128 private constant CAP = 100;
    uint40 private constant DELAY = 12 hours;
    bytes32 private constant POOL = bytes32(0);
    uint64 private _numbers;
    /// What the thief's boundaries held when each period began.
    mapping(uint256 period => uint256) private _own;

    function setUp() public {
        _build();
        vm.warp((block.timestamp / DELAY + 3) * DELAY);
        _mint(PLAIN, 1_000_000);
        _mint(HELD, 500);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, CAP);
    }

    // -------------------------------------------------------------------- theft

    function test_aThiefWhoHoldsARecoveryKeyTooTakesTheCapAndTheirOwn() public {
        _transfer(PLAIN, HELD, 1_000_000 - CAP);
        vm.prank(OPERATOR);
        pool.withdraw("op", PLAIN, STRANGER, CAP);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, STRANGER);
        _same(token.balanceOf(STRANGER), CAP + 500, "stolen");
        vm.prank(GUARDIAN);
        pool.halt();
        vm.warp(block.timestamp + 29 days);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, STRANGER);
        _same(token.balanceOf(STRANGER), CAP + 500, "stolen under a halt");
        vm.prank(ADMIN);
        pool.takeBack(_item(HELD, PLAIN, 1_000_000 - CAP));
        vm.prank(ADMIN);
        pool.resume();
        vm.warp(block.timestamp + 10 * DELAY);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, STRANGER);
        _same(token.balanceOf(STRANGER), CAP + 500, "stolen afterwards");
        _same(_balance(PLAIN), 1_000_000 - CAP, "given back");
    }

    /// However value is passed around among the thief's boundaries, whatever waits between: what is taken at once is what
    /// they held together when the period before began, and what fits the caps.
    function testFuzz_valuePassedAroundStandsInOneBoundaryOnly(
        uint8[24] memory kinds,
        uint16[24] memory amounts,
        uint16[24] memory waits
    ) public {
        bytes32[3] memory own = [HELD, LOCKED, ARMED];
        _noLock(LOCKED);
        _disarm(ARMED);
        _mint(PLAIN, 1_000_000);
        uint256 start = token.balanceOf(STRANGER);
        for (uint256 i = 0; i < 24; ++i) {
            _wait(waits[i] % (DELAY / 2));
            bytes32 from = kinds[i] % 4 == 3 ? PLAIN : own[kinds[i] % 4];
            bytes32 to = own[(kinds[i] >> 2) % 3];
            uint128 amount = uint128(amounts[i]) % (_balance(from) + 1);
            if (from != to && amount != 0) _transfer(from, to, amount);
        }
        uint256 period = block.timestamp / DELAY;
        _transfer(PLAIN, HELD, 300_000);
        _transfer(PLAIN, LOCKED, 300_000);
        _transfer(PLAIN, ARMED, 300_000);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(holder);
            pool.recoveryWithdraw(own[i], STRANGER);
        }
        require(token.balanceOf(STRANGER) - start <= _own[period - 1] + CAP, "more than stood, and the cap");
    }

    function test_valuePassedOnStandsInOneBoundaryOnly() public {
        _transfer(HELD, LOCKED, 500);
        _transfer(PLAIN, HELD, 700);
        _expect(HELD, 500);
        _expect(LOCKED, 0);
        _wait(DELAY);
        _transfer(PLAIN, HELD, 1);
        _expect(HELD, 500);
        _expect(LOCKED, 0);
        _wait(DELAY);
        _expect(HELD, 700);
        _expect(LOCKED, 500);
    }

    /// A key that was registered a moment ago may have come after the value.
    function test_whatCameBeforeTheKeyIsNewToo() public {
        _transfer(PLAIN, HOUSE, 1000);
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(HOUSE, holder);
        vm.warp(block.timestamp + DELAY);
        vm.prank(holder);
        pool.acceptRecoveryKey(HOUSE);
        _expect(HOUSE, 0);
        vm.warp(block.timestamp + DELAY);
        _expect(HOUSE, 1000);
    }

    function test_theProfitOfAVaultIsNew() public {
        _transfer(PLAIN, HOUSE, 1000);
        _registerObject("object", HELD);
        vm.prank(SETTLER);
        pool.settleVault(++_numbers, "op", "object", HOUSE, 1000);
        vm.startPrank(holder);
        pool.lock(HELD);
        pool.recoverVault("object");
        pool.recoveryWithdraw(HELD, STRANGER);
        vm.stopPrank();
        _same(token.balanceOf(STRANGER), 500, "taken");
        _same(_balance(HELD), 1000, "stays");
    }

    // ------------------------------------------------------------------ holders

    function testFuzz_whatCameIsFreeInTheNextPeriodButOne(uint40 into, uint40 later) public {
        into %= DELAY;
        vm.warp(block.timestamp + into);
        _transfer(PLAIN, HELD, 1000);
        uint40 freeAt = uint40(block.timestamp) / DELAY * DELAY + 2 * DELAY;
        (uint128 atOnce, uint40 restAt) = pool.recoverable(HELD);
        _same(atOnce, 500, "at once");
        _same(restAt, freeAt, "the rest");
        vm.warp(freeAt - 1 - later % (freeAt - uint40(block.timestamp)));
        _expect(HELD, 500);
        vm.warp(freeAt);
        _expect(HELD, 1500);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1500, "taken");
    }

    function test_whatIsNewComesAlongWhereItFitsTheCap() public {
        _transfer(PLAIN, HELD, CAP);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 500 + CAP, "taken");
        (, uint128 left,,) = pool.outflowOf(POOL);
        _same(left, 0, "of the cap");
    }

    function test_whatComesFromOutsideStandsAtOnce() public {
        _transfer(PLAIN, HELD, 1000);
        token.mint(pool.depositAddress(HELD, "intent"), 70);
        pool.sweepDeposit(HELD, "intent");
        _expect(HELD, 570);
        _wait(DELAY);
        _transfer(PLAIN, HELD, 1);
        _expect(HELD, 570);
    }

    function test_whatIsPaidOutIsOfWhatStood() public {
        _transfer(PLAIN, HELD, 1000);
        vm.prank(OPERATOR);
        pool.withdraw("op", HELD, PAYEE, 60);
        _expect(HELD, 440);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 500, "taken");
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 500, "taken twice");
        _wait(2 * DELAY);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1500, "taken in the end");
    }

    /// Whoever keeps a pool halted keeps nobody's value for ever.
    function test_aHaltHoldsWhatIsNewForAMonthAtMost() public {
        _transfer(PLAIN, HELD, 10);
        vm.prank(OPERATOR);
        pool.halt();
        vm.warp(block.timestamp + 30 days - 1);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 500, "what stood, whatever the halt");
        vm.warp(block.timestamp + 1);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 510, "after a month");
    }

    function test_withoutASafetyDelayAllIsFree() public {
        pool = _pool("simple", token, true);
        _register(HELD, 0, address(0));
        _giveKey(HELD);
        _mint(HOUSE, 1000);
        _transfer(HOUSE, HELD, 1000);
        _expect(HELD, 1000);
        vm.prank(OPERATOR);
        pool.halt();
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1000, "taken");
    }

    // ---------------------------------------------------------------- taking back

    function test_theAdminTakesBackWhatIsNewAndNothingElse() public {
        _transfer(PLAIN, HELD, 1000);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _refusedBack(ADMIN, HELD, 1, abi.encodeWithSelector(ICustodyErrors.RealmNotHalted.selector));
        vm.prank(GUARDIAN);
        pool.halt();
        _refusedBack(OPERATOR, HELD, 1, abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, OPERATOR));
        bytes memory tooMuch =
            abi.encodeWithSelector(ICustodyErrors.NotNew.selector, HELD, uint128(1000), uint128(1001));
        _refusedBack(ADMIN, HELD, 1001, tooMuch);
        bytes memory nothing = abi.encodeWithSelector(ICustodyErrors.NotNew.selector, HELD, uint128(1000), uint128(0));
        _refusedBack(ADMIN, HELD, 0, nothing);
        vm.prank(ADMIN);
        pool.takeBack(_item(HELD, PLAIN, 1000));
        _same(_balance(PLAIN), 1_000_000, "given back");
        _same(pool.contractTotal(), 1_000_000, "total");
        bytes memory none = abi.encodeWithSelector(ICustodyErrors.NotNew.selector, PLAIN, uint128(0), uint128(1));
        _refusedBack(ADMIN, PLAIN, 1, none);
    }

    function test_theAdminReachesWhatAThiefPutIntoAVault() public {
        _registerObject("object", HELD);
        _transfer(PLAIN, HELD, 1000);
        _fund("object", 1500);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, ADMIN));
        vm.prank(ADMIN);
        pool.recoverVault("object");
        vm.prank(GUARDIAN);
        pool.halt();
        vm.startPrank(ADMIN);
        pool.recoverVault("object");
        pool.takeBack(_item(HELD, PLAIN, 1000));
        vm.stopPrank();
        _same(_balance(HELD), 500, "what stood");
    }

    // ----------------------------------------------------------------- internal

    function _refusedBack(address caller, bytes32 from, uint128 amount, bytes memory reason) private {
        IRealmCustody.Settlement memory item = _item(from, from == PLAIN ? HELD : PLAIN, amount);
        _refused(reason);
        vm.prank(caller);
        pool.takeBack(item);
    }

    function _expect(bytes32 boundaryId, uint128 expected) private view {
        (uint128 atOnce,) = pool.recoverable(boundaryId);
        _same(atOnce, expected, "at once");
    }

    /// Time goes on; what the thief has when periods begin is written down.
    function _wait(uint40 seconds_) private {
        uint256 period = block.timestamp / DELAY;
        vm.warp(block.timestamp + seconds_);
        uint256 own = _balance(HELD) + _balance(LOCKED) + _balance(ARMED);
        for (uint256 p = period + 1; p <= block.timestamp / DELAY; ++p) _own[p] = own;
    }

    function _noLock(bytes32 boundaryId) private {
        vm.prank(holder);
        pool.setTimeLock(boundaryId, 0);
    }

    function _disarm(bytes32 boundaryId) private {
        vm.prank(cosigner);
        pool.setCosigner(boundaryId, address(0));
        _wait(2 * DELAY);
        pool.acceptCosigner(boundaryId);
    }

    function _transfer(bytes32 from, bytes32 to, uint128 amount) private {
        IRealmCustody.Settlement memory item = _item(from, to, amount);
        vm.prank(SETTLER);
        pool.crossTransfer(item);
    }

    function _item(bytes32 from, bytes32 to, uint128 amount) private returns (IRealmCustody.Settlement memory) {
        return IRealmCustody.Settlement(++_numbers, keccak256(abi.encode(_numbers)), from, to, amount);
    }
}
