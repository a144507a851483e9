// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract OutflowTest is World {
    uint128 private constant CAP = 100;
    uint40 private constant DELAY = 12 hours;
    uint40 private constant WINDOW = 1 days;
    uint128 private constant NO_CAP = type(uint128).max;
    bytes32 private constant POOL = bytes32(0);

    function setUp() public {
        _build();
        _mint(PLAIN, 1000);
        _mint(HELD, 1000);
        _mint(LOCKED, 1000);
        _mint(ARMED, 1000);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, CAP);
    }

    // ------------------------------------------------------------------ the cap

    function test_aPoolIsMadeWithItsLimits() public view {
        _expectCap(POOL, CAP, CAP);
        _same(pool.safetyDelay(), DELAY, "delay");
        _expectCap(PLAIN, NO_CAP, NO_CAP);
    }

    function test_whatGoesAboveTheCapWaitsAndTheRestDoesNot() public {
        _withdraw("small", PLAIN, 60);
        _withdraw("large", HELD, 41);
        _same(token.balanceOf(PAYEE), 60, "paid at once");
        require(pool.outcomeOf("large") == IRealmCustody.Outcome.Pending, "above the cap, and it does not wait");
        _withdraw("fits", HELD, 40);
        _same(token.balanceOf(PAYEE), CAP, "paid at once");
        _refused(
            abi.encodeWithSelector(ICustodyErrors.ExitNotRipe.selector, HELD, uint40(block.timestamp) + DELAY)
        );
        pool.executeExit("large");
        vm.warp(block.timestamp + DELAY);
        pool.executeExit("large");
        _same(token.balanceOf(PAYEE), CAP + 41, "paid in the end");
    }

    function test_aGuardianStopsWhatGoesAboveTheCap() public {
        _withdraw("large", PLAIN, CAP + 1);
        vm.prank(GUARDIAN);
        pool.cancelExit("large");
        vm.warp(block.timestamp + DELAY);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoExitPending.selector, bytes32("large")));
        pool.executeExit("large");
        require(pool.outcomeOf("large") == IRealmCustody.Outcome.Rejected, "outcome");
    }

    function test_whatIsCosignedCountsToo() public {
        _withdraw("op", PLAIN, CAP);
        bytes memory signature =
            _sign(COSIGNER_KEY, _withdrawalHash("signed", ARMED, PAYEE, 1, block.timestamp));
        vm.prank(OPERATOR);
        pool.withdrawCosigned("signed", ARMED, PAYEE, 1, block.timestamp, signature);
        require(pool.outcomeOf("signed") == IRealmCustody.Outcome.Pending, "a co-signature is no way around");
    }

    function test_aTimeLockShorterThanTheDelayIsNoWayAround() public {
        vm.prank(holder);
        pool.setTimeLock(LOCKED, 1);
        vm.startPrank(OPERATOR);
        pool.requestExit("small", LOCKED, PAYEE, CAP);
        pool.requestExit("large", LOCKED, PAYEE, 1);
        vm.stopPrank();
        uint40 freeAt = uint40(block.timestamp) + DELAY;
        vm.warp(block.timestamp + 1);
        pool.executeExit("small");
        _refused(abi.encodeWithSelector(ICustodyErrors.ExitNotRipe.selector, LOCKED, freeAt));
        pool.executeExit("large");
        _same(token.balanceOf(PAYEE), CAP, "within the cap");
        vm.warp(freeAt);
        pool.executeExit("large");
        _same(token.balanceOf(PAYEE), CAP + 1, "after the delay");
    }

    /// Whoever asks for exits and takes them back would else keep everybody from what may leave at once.
    function test_anExitUsesNothingOfTheCapUntilItIsPaid() public {
        vm.prank(holder);
        pool.setTimeLock(LOCKED, 1);
        vm.startPrank(OPERATOR);
        pool.requestExit("one", LOCKED, PAYEE, CAP);
        pool.requestExit("two", LOCKED, PAYEE, CAP);
        pool.cancelExit("one");
        vm.stopPrank();
        _expectCap(POOL, CAP, CAP);
        vm.warp(block.timestamp + 1);
        pool.executeExit("two");
        _expectCap(POOL, CAP, 0);
    }

    function test_whatHasWaitedForTheDelayDoesNotCount() public {
        vm.startPrank(OPERATOR);
        pool.requestExit("long", LOCKED, PAYEE, CAP);
        vm.stopPrank();
        vm.warp(block.timestamp + LOCK);
        pool.executeExit("long");
        _expectCap(POOL, CAP, CAP);
    }

    function testFuzz_theCapFreesItselfEvenly(uint40 later) public {
        later %= WINDOW + 1;
        _withdraw("op", PLAIN, CAP);
        vm.warp(block.timestamp + later);
        _expectCap(POOL, CAP, uint128(uint256(CAP) * later / WINDOW));
    }

    /// However it is cut into pieces.
    function testFuzz_withinAWindowAtMostTwiceTheCapLeaves(uint32[16] memory waits, uint8[16] memory amounts) public {
        uint256 begin = block.timestamp;
        for (uint256 i = 0; i < 16; ++i) {
            vm.warp(block.timestamp + waits[i] % (WINDOW / 8));
            if (block.timestamp >= begin + WINDOW) break;
            _withdraw(_id(), PLAIN, 1 + amounts[i] % 40);
        }
        require(token.balanceOf(PAYEE) < 2 * CAP, "more than twice the cap");
    }

    // --------------------------------------------------------------- boundaries

    function test_theCapOfABoundaryBoundsWhatItGivesAway() public {
        vm.prank(ADMIN);
        pool.setOutflowCap(PLAIN, 10);
        _withdraw("op", PLAIN, 4);
        _refused(abi.encodeWithSelector(ICustodyErrors.OverOutflowCap.selector, PLAIN, uint128(6), uint128(7)));
        vm.prank(SETTLER);
        pool.crossTransfer(IRealmCustody.Settlement(1, "one", PLAIN, HELD, 7));
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](3);
        items[0] = IRealmCustody.Settlement(2, "two", PLAIN, HELD, 5);
        items[1] = IRealmCustody.Settlement(3, "three", PLAIN, HELD, 2);
        items[2] = IRealmCustody.Settlement(4, "four", PLAIN, HELD, 1);
        vm.prank(SETTLER);
        pool.settleBatch(items);
        require(pool.settlementOutcome(2) == IRealmCustody.Outcome.Executed, "below the cap");
        require(pool.settlementOutcome(3) == IRealmCustody.Outcome.Rejected, "above the cap");
        require(pool.settlementOutcome(4) == IRealmCustody.Outcome.Executed, "what is left");
        _withdraw("waits", PLAIN, 1);
        require(pool.outcomeOf("waits") == IRealmCustody.Outcome.Pending, "the boundary has given its cap away");
        _expectCap(POOL, CAP, CAP - 4);
    }

    function test_onlyAKnownBoundaryHasACap() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, bytes32("none")));
        vm.prank(ADMIN);
        pool.setOutflowCap("none", 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, OPERATOR));
        vm.prank(OPERATOR);
        pool.setOutflowCap(PLAIN, 10);
    }

    // ------------------------------------------------------------------ changes

    function test_aCapIsLoweredAtOnceAndRaisedAfterTheDelay() public {
        vm.startPrank(ADMIN);
        pool.setOutflowCap(POOL, 40);
        _expectCap(POOL, 40, 40);
        pool.setOutflowCap(POOL, 80);
        vm.stopPrank();
        _expectCap(POOL, 40, 40);
        vm.warp(block.timestamp + DELAY - 1);
        _expectCap(POOL, 40, 40);
        vm.warp(block.timestamp + 1);
        _expectCap(POOL, 80, 80);
        _withdraw("op", PLAIN, 80);
        _same(token.balanceOf(PAYEE), 80, "paid");
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRaisePending.selector, POOL));
        vm.prank(GUARDIAN);
        pool.cancelOutflowRaise(POOL);
    }

    function test_aGuardianTakesARaiseBackAndALowerCapEndsIt() public {
        vm.prank(ADMIN);
        pool.setOutflowCap(POOL, NO_CAP);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotGuardian.selector, OPERATOR));
        vm.prank(OPERATOR);
        pool.cancelOutflowRaise(POOL);
        vm.prank(GUARDIAN);
        pool.cancelOutflowRaise(POOL);
        vm.prank(ADMIN);
        pool.setOutflowCap(POOL, NO_CAP);
        vm.prank(ADMIN);
        pool.setOutflowCap(POOL, 50);
        vm.warp(block.timestamp + DELAY);
        _expectCap(POOL, 50, 50);
    }

    function test_aCapThatWasLoweredFarFreesItselfWithinAWindow() public {
        _withdraw("op", PLAIN, CAP);
        vm.prank(ADMIN);
        pool.setOutflowCap(POOL, 10);
        _expectCap(POOL, 10, 0);
        vm.warp(block.timestamp + WINDOW);
        _expectCap(POOL, 10, 10);
    }

    /// What was used before a raise frees itself no faster because of it.
    function test_aRaiseFreesNothingForTheTimeBeforeIt() public {
        _withdraw("op", PLAIN, CAP);
        vm.prank(ADMIN);
        pool.setOutflowCap(POOL, 2 * CAP);
        vm.warp(block.timestamp + DELAY);
        _expectCap(POOL, 2 * CAP, 2 * CAP - CAP / 2);
    }

    // -------------------------------------------------------------------- theft

    /// All that a thief with the keys of operator and settler can turn into money before the delay is over.
    function test_aThiefWithAllKeysOfTheServiceTakesTheCapAndNoMore() public {
        bytes32 own = keccak256("the thief's own boundary");
        vm.startPrank(SETTLER);
        pool.registerBoundary(own, 0, STRANGER);
        pool.crossTransfer(IRealmCustody.Settlement(1, "one", PLAIN, own, 1000));
        pool.crossTransfer(IRealmCustody.Settlement(2, "two", HELD, own, 1000));
        vm.stopPrank();
        vm.startPrank(OPERATOR);
        pool.registerRecoveryKey(own, STRANGER);
        for (uint256 i = 0; i < 20; ++i) pool.withdraw(_id(), own, STRANGER, 50);
        pool.requestExit(_id(), LOCKED, STRANGER, 1000);
        vm.stopPrank();
        vm.warp(block.timestamp + DELAY - 1);
        vm.prank(STRANGER);
        (bool recovered,) = address(pool).call(abi.encodeCall(pool.recoveryWithdraw, (own, STRANGER)));
        require(!recovered, "the key of the thief took effect");
        _same(token.balanceOf(STRANGER), CAP, "stolen");
        // A guardian who was told is in time, and has time.
        vm.prank(GUARDIAN);
        pool.halt();
        vm.warp(block.timestamp + 30 days);
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        vm.prank(STRANGER);
        pool.acceptRecoveryKey(own);
        vm.prank(GUARDIAN);
        pool.cancelRecoveryKey(own);
        vm.prank(ADMIN);
        pool.resume();
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRecoveryKeyPending.selector, own));
        vm.prank(STRANGER);
        pool.acceptRecoveryKey(own);
        _same(token.balanceOf(STRANGER), CAP, "stolen");
    }

    /// The admin's key is an operator's key of tomorrow: a higher cap waits, and whatever is protected stays so.
    function test_aThiefWithTheAdminsKeyTakesTheCapUntilTheDelayIsOver() public {
        vm.startPrank(ADMIN);
        pool.setOperator(STRANGER, true);
        pool.setGuardian(GUARDIAN, false);
        pool.setOutflowCap(POOL, NO_CAP);
        vm.stopPrank();
        vm.startPrank(STRANGER);
        pool.withdraw("large", PLAIN, STRANGER, 1000);
        pool.withdraw("small", HELD, STRANGER, CAP);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        pool.withdraw("armed", ARMED, STRANGER, 1);
        vm.warp(block.timestamp + DELAY - 1);
        (bool paid,) = address(pool).call(abi.encodeCall(pool.executeExit, ("large")));
        vm.stopPrank();
        require(!paid, "paid before the delay was over");
        _same(token.balanceOf(STRANGER), CAP, "stolen");
        // Holders have had the delay to leave.
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1000 - CAP, "saved");
    }

    function test_aThiefWithAGuardiansKeyStopsAPoolAndTakesNothing() public {
        _withdraw("large", PLAIN, CAP + 1);
        vm.startPrank(GUARDIAN);
        pool.cancelExit("large");
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, GUARDIAN));
        pool.setOutflowCap(POOL, NO_CAP);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotOperator.selector, GUARDIAN));
        pool.withdraw("op", PLAIN, GUARDIAN, 1);
        vm.stopPrank();
        vm.startPrank(ADMIN);
        pool.setGuardian(GUARDIAN, false);
        pool.resume();
        vm.stopPrank();
        _withdraw("small", PLAIN, CAP);
        _same(token.balanceOf(PAYEE), CAP, "paid");
    }

    function _expectCap(bytes32 boundaryId, uint128 limit, uint128 left) private view {
        (uint128 actualLimit, uint128 actualLeft,,) = pool.outflowOf(boundaryId);
        _same(actualLimit, limit, "limit");
        _same(actualLeft, left, "left");
    }

    function _withdraw(bytes32 opId, bytes32 boundaryId, uint128 amount) private {
        vm.prank(OPERATOR);
        pool.withdraw(opId, boundaryId, PAYEE, amount);
    }
}
