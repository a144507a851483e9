// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {Pool} from "./support/Pool.sol";
import {ContractCosigner, HostileToken} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract ExitsTest is World {
    uint256 private constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function setUp() public {
        _build();
        _mint(PLAIN, 1000);
        _mint(LOCKED, 1000);
        _mint(ARMED, 1000);
    }

    function testFuzz_aWithdrawalPaysExactlyItsAmount(uint128 amount) public {
        amount = 1 + amount % 1000;
        vm.prank(OPERATOR);
        pool.withdraw("op", PLAIN, PAYEE, amount);
        _same(_balance(PLAIN), 1000 - amount, "balance");
        _same(token.balanceOf(PAYEE), amount, "paid");
        _same(pool.contractTotal(), 3000 - amount, "total");
    }

    function test_theOperatorAloneTakesNothingFromProtectedBoundaries() public {
        _refusedWithdrawal(ARMED, abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        _refusedWithdrawal(LOCKED, abi.encodeWithSelector(ICustodyErrors.TimeLocked.selector, LOCKED, LOCK));
        vm.prank(OPERATOR);
        pool.setTimeLock(ARMED, LOCK);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        vm.prank(OPERATOR);
        pool.requestExit("op", ARMED, PAYEE, 1);
    }

    function test_valueGoesToNoPlaceWhereItWouldBeLost() public {
        address[3] memory places = [address(0), address(pool), address(token)];
        for (uint256 i = 0; i < places.length; ++i) {
            _refused(abi.encodeWithSelector(ICustodyErrors.InvalidDestination.selector, places[i]));
            vm.prank(OPERATOR);
            pool.withdraw("op", PLAIN, places[i], 1);
        }
    }

    function test_aWithdrawalBeyondTheBalanceIsRefused() public {
        _refusedWithdrawal(HELD, abi.encodeWithSelector(ICustodyErrors.InsufficientBalance.selector, HELD, uint128(0), uint128(1)));
    }

    /// A token that calls back during a payment finds the pool closed.
    function test_aTokenThatCallsBackIsPaidOnce() public {
        HostileToken hostile = new HostileToken();
        Pool live = _pool("live", IERC20(address(hostile)), false);
        hostile.mint(address(this), 100);
        hostile.approve(address(live), 100);
        live.deposit(HOUSE, 100, "ref");
        vm.prank(ADMIN);
        live.setOperator(address(hostile), true);
        hostile.setCallback(address(live), abi.encodeCall(live.withdraw, ("again", HOUSE, PAYEE, 50)));
        vm.prank(OPERATOR);
        live.withdraw("op", HOUSE, PAYEE, 50);
        require(!hostile.callbackSucceeded(), "the pool was entered again");
        _same(hostile.balanceOf(PAYEE), 50, "paid");
    }

    function test_aTokenThatRefusesLeavesTheOperationOpen() public {
        HostileToken hostile = new HostileToken();
        Pool live = _pool("live", IERC20(address(hostile)), false);
        hostile.mint(address(this), 100);
        hostile.approve(address(live), 100);
        live.deposit(HOUSE, 100, "ref");
        hostile.setAnswersFalse(true);
        vm.prank(OPERATOR);
        (bool done,) = address(live).call(abi.encodeCall(live.withdraw, ("op", HOUSE, PAYEE, 50)));
        require(!done && live.outcomeOf("op") == IRealmCustody.Outcome.None, "executed");
        _same(live.boundary(HOUSE).balance, 100, "balance");
    }

    // ------------------------------------------------------------- co-signature

    function testFuzz_aCosignedWithdrawalPaysWhatWasSigned(uint128 amount) public {
        amount = 1 + amount % 1000;
        _cosigned(amount, block.timestamp, _signed(amount, block.timestamp));
        _same(token.balanceOf(PAYEE), amount, "paid");
    }

    function testFuzz_aSignatureIsGoodForItsAmountOnly(uint128 amount) public {
        vm.assume(amount != 10);
        bytes memory signature = _signed(10, block.timestamp);
        _refused(_invalid());
        _cosigned(amount, block.timestamp, signature);
    }

    function test_aSignatureIsUsedOnce() public {
        bytes memory signature = _signed(10, block.timestamp);
        _cosigned(10, block.timestamp, signature);
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.OperationKnown.selector, bytes32("op"), IRealmCustody.Outcome.Executed
            )
        );
        _cosigned(10, block.timestamp, signature);
    }

    function test_aSignatureEndsWithItsDeadline() public {
        uint256 deadline = block.timestamp + 60;
        bytes memory signature = _signed(10, deadline);
        vm.warp(deadline + 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignExpired.selector, deadline, deadline + 1));
        _cosigned(10, deadline, signature);
        vm.warp(deadline);
        _cosigned(10, deadline, signature);
    }

    function test_aSignatureOfAnotherKeyPoolOrChainIsWorthNothing() public {
        bytes32 hash = _withdrawalHash("op", ARMED, PAYEE, 10, block.timestamp);
        bytes[3] memory signatures = [
            _sign(HOLDER_KEY, hash),
            _signFor(COSIGNER_KEY, hash, block.chainid + 1, address(pool)),
            _signFor(COSIGNER_KEY, hash, block.chainid, address(factory))
        ];
        for (uint256 i = 0; i < signatures.length; ++i) {
            _refused(_invalid());
            _cosigned(10, block.timestamp, signatures[i]);
        }
    }

    function test_theTwinOfASignatureWithAHighSIsRefused() public {
        bytes memory signature = _signed(10, block.timestamp);
        (bytes32 r, uint256 s, uint8 v) = (_word(signature, 32), uint256(_word(signature, 64)), uint8(signature[64]));
        _refused(_invalid());
        _cosigned(10, block.timestamp, abi.encodePacked(r, CURVE_ORDER - s, v == 27 ? uint8(28) : uint8(27)));
    }

    function test_aContractMayCosign() public {
        ContractCosigner safe = new ContractCosigner(holder);
        vm.prank(cosigner);
        pool.setCosigner(ARMED, address(safe));
        _cosigned(10, block.timestamp, _sign(HOLDER_KEY, _withdrawalHash("op", ARMED, PAYEE, 10, block.timestamp)));
        _same(token.balanceOf(PAYEE), 10, "paid");
    }

    function test_aSignatureForAnUnarmedBoundaryIsRefused() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.NotArmed.selector, PLAIN));
        vm.prank(OPERATOR);
        pool.withdrawCosigned("op", PLAIN, PAYEE, 10, block.timestamp, "");
    }

    // ------------------------------------------------------------------- exits

    function testFuzz_anExitPaysWhenItIsRipeAndNotBefore(uint128 amount, uint40 early) public {
        amount = 1 + amount % 1000;
        early = 1 + early % LOCK;
        uint40 ripeAt = uint40(block.timestamp) + LOCK;
        _exit("op", amount);
        vm.warp(ripeAt - early);
        _refused(abi.encodeWithSelector(ICustodyErrors.ExitNotRipe.selector, LOCKED, ripeAt));
        pool.executeExit("op");
        vm.warp(ripeAt);
        vm.prank(STRANGER);
        pool.executeExit("op");
        _same(token.balanceOf(PAYEE), amount, "paid");
        require(pool.outcomeOf("op") == IRealmCustody.Outcome.Executed, "outcome");
        _refused(abi.encodeWithSelector(ICustodyErrors.NoExitPending.selector, bytes32("op")));
        pool.executeExit("op");
    }

    /// Each has an end of its own, whatever becomes of the others.
    function test_severalExitsWaitAtOnceAndTakeNoMoreThanThereIs() public {
        _exit("op", 300);
        _exit("second", 300);
        _exit("third", 300);
        _same(pool.waitingExits(LOCKED).amount, 900, "reserved");
        _refused(
            abi.encodeWithSelector(ICustodyErrors.InsufficientBalance.selector, LOCKED, uint128(100), uint128(101))
        );
        _exit("fourth", 101);
        vm.prank(holder);
        pool.cancelExit("second");
        vm.warp(block.timestamp + LOCK);
        pool.executeExit("third");
        pool.executeExit("op");
        _same(token.balanceOf(PAYEE), 600, "paid");
        _same(pool.waitingExits(LOCKED).count, 0, "left over");
        _same(pool.waitingExits(LOCKED).amount, 0, "still reserved");
    }

    function test_anExitThatIsRefusedHoldsUpNoOther() public {
        HostileToken hostile = new HostileToken();
        Pool live = _pool("live", IERC20(address(hostile)), false);
        hostile.mint(address(this), 100);
        hostile.approve(address(live), 100);
        live.deposit(HOUSE, 100, "ref");
        vm.startPrank(OPERATOR);
        live.setTimeLock(HOUSE, LOCK);
        live.requestExit("op", HOUSE, STRANGER, 40);
        live.requestExit("second", HOUSE, PAYEE, 50);
        vm.stopPrank();
        hostile.setRefuses(STRANGER);
        vm.warp(block.timestamp + LOCK);
        (bool done,) = address(live).call(abi.encodeCall(live.executeExit, ("op")));
        require(!done, "paid to whom the token refuses");
        live.executeExit("second");
        vm.prank(OPERATOR);
        live.cancelExit("op");
        _same(hostile.balanceOf(PAYEE), 50, "paid");
        _same(live.waitingExits(HOUSE).amount, 0, "still reserved");
    }

    function test_freezeAndHaltStopAnExit() public {
        _exit("op", 10);
        vm.warp(block.timestamp + LOCK);
        vm.prank(GUARDIAN);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        pool.executeExit("op");
        vm.prank(ADMIN);
        pool.resume();
        vm.prank(holder);
        pool.lock(LOCKED);
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.BoundaryFrozen.selector, LOCKED, IRealmCustody.BoundaryStatus.SoftFrozen
            )
        );
        pool.executeExit("op");
    }

    function test_holderOperatorGuardianAndAdminCancelAnExitAndNobodyElse() public {
        _exit("op", 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToCancel.selector, LOCKED, STRANGER));
        vm.prank(STRANGER);
        pool.cancelExit("op");
        vm.prank(holder);
        pool.cancelExit("op");
        require(pool.outcomeOf("op") == IRealmCustody.Outcome.Rejected, "outcome");
        address[3] memory others = [OPERATOR, GUARDIAN, ADMIN];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes32 opId = _id();
            _exit(opId, 10);
            vm.prank(others[i]);
            pool.cancelExit(opId);
        }
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.OperationKnown.selector, bytes32("op"), IRealmCustody.Outcome.Rejected
            )
        );
        vm.prank(OPERATOR);
        pool.requestExit("op", LOCKED, PAYEE, 10);
    }

    function test_theIdOfAWaitingExitIsTakenAndNotVoided() public {
        _exit("op", 10);
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = "op";
        vm.prank(SETTLER);
        pool.voidOperations(ids);
        require(pool.outcomeOf("op") == IRealmCustody.Outcome.Pending, "voided under the exit");
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.OperationKnown.selector, bytes32("op"), IRealmCustody.Outcome.Pending
            )
        );
        vm.prank(OPERATOR);
        pool.withdraw("op", PLAIN, PAYEE, 1);
    }

    function test_anArmedAndTimeLockedBoundaryNeedsBoth() public {
        vm.prank(OPERATOR);
        pool.setTimeLock(ARMED, LOCK);
        bytes memory signature = _signed(10, block.timestamp);
        _refused(abi.encodeWithSelector(ICustodyErrors.TimeLocked.selector, ARMED, LOCK));
        _cosigned(10, block.timestamp, signature);
        vm.prank(OPERATOR);
        pool.requestExitCosigned("op", ARMED, PAYEE, 10, block.timestamp, signature);
        vm.warp(block.timestamp + LOCK);
        pool.executeExit("op");
        _same(token.balanceOf(PAYEE), 10, "paid");
    }

    function _exit(bytes32 opId, uint128 amount) private {
        vm.prank(OPERATOR);
        pool.requestExit(opId, LOCKED, PAYEE, amount);
    }

    function _signed(uint128 amount, uint256 deadline) private view returns (bytes memory) {
        return _sign(COSIGNER_KEY, _withdrawalHash("op", ARMED, PAYEE, amount, deadline));
    }

    function _cosigned(uint128 amount, uint256 deadline, bytes memory signature) private {
        vm.prank(OPERATOR);
        pool.withdrawCosigned("op", ARMED, PAYEE, amount, deadline, signature);
    }

    function _invalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(
            ICustodyErrors.InvalidCosignature.selector, ARMED, pool.boundary(ARMED).cosigner
        );
    }

    function _refusedWithdrawal(bytes32 boundaryId, bytes memory reason) private {
        _refused(reason);
        vm.prank(OPERATOR);
        pool.withdraw("op", boundaryId, PAYEE, 1);
    }

    function _word(bytes memory data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(data, offset))
        }
    }
}
