// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// Recovery keys, locks, time locks, co-signers, roles.
contract ProtectionTest is World {
    bytes32 private constant FRESH = keccak256("fresh");

    function setUp() public {
        _build();
        _mint(HELD, 1000);
        _mint(LOCKED, 1000);
        _mint(ARMED, 1000);
    }

    // ------------------------------------------------------------ registration

    function test_aRecoveryKeyIsRegisteredOnce() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.RecoveryKeyAlreadySet.selector, HELD, holder));
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(HELD, OPERATOR);
    }

    function testFuzz_aKeyForATimeLockedBoundaryWaitsThatLong(uint40 timeLock, uint40 early) public {
        timeLock = 1 + timeLock % 365 days;
        early = 1 + early % timeLock;
        _register(FRESH, timeLock, address(0));
        uint40 ripeAt = uint40(block.timestamp) + timeLock;
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(FRESH, OPERATOR);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, FRESH, OPERATOR));
        vm.prank(OPERATOR);
        pool.recoveryWithdraw(FRESH, OPERATOR);
        vm.warp(ripeAt - early);
        _refused(abi.encodeWithSelector(ICustodyErrors.RecoveryKeyNotRipe.selector, FRESH, ripeAt));
        pool.acceptRecoveryKey(FRESH);
        vm.warp(ripeAt);
        pool.acceptRecoveryKey(FRESH);
        require(pool.boundary(FRESH).recoveryKey == OPERATOR, "the key is in effect");
    }

    function test_theAdminStopsARegistrationThatWaitsAndNoOther() public {
        _register(FRESH, LOCK, address(0));
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(FRESH, STRANGER);
        _refused(abi.encodeWithSelector(ICustodyErrors.RecoveryKeyAlreadySet.selector, FRESH, STRANGER));
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(FRESH, OPERATOR);
        vm.prank(ADMIN);
        pool.cancelRecoveryKey(FRESH);
        vm.warp(block.timestamp + LOCK);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRecoveryKeyPending.selector, FRESH));
        pool.acceptRecoveryKey(FRESH);
        _refused(abi.encodeWithSelector(ICustodyErrors.RecoveryKeyAlreadySet.selector, HELD, holder));
        vm.prank(ADMIN);
        pool.cancelRecoveryKey(HELD);
    }

    function test_onlyABoundaryWithAKeyIsArmed() public {
        _register(FRESH, 0, address(0));
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRecoveryKey.selector, FRESH));
        vm.prank(OPERATOR);
        pool.setCosigner(FRESH, cosigner);
    }

    function test_theHolderHandsOverToSomebodyWhoAccepts() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, OPERATOR));
        vm.prank(OPERATOR);
        pool.proposeRecoveryKey(HELD, OPERATOR);
        vm.prank(holder);
        pool.proposeRecoveryKey(HELD, PAYEE);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotProposedRecoveryKey.selector, HELD, STRANGER));
        vm.prank(STRANGER);
        pool.acceptRecoveryKey(HELD);
        vm.prank(PAYEE);
        pool.acceptRecoveryKey(HELD);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, holder));
        vm.prank(holder);
        pool.lock(HELD);
        vm.prank(PAYEE);
        pool.lock(HELD);
    }

    // ---------------------------------------------------------------- recovery

    function test_theHolderLocksAndUnlocksAndNobodyElse() public {
        address[3] memory others = [OPERATOR, ADMIN, STRANGER];
        for (uint256 i = 0; i < others.length; ++i) {
            _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, others[i]));
            vm.prank(others[i]);
            pool.lock(HELD);
        }
        vm.prank(holder);
        pool.lock(HELD);
        bytes memory frozen = abi.encodeWithSelector(
            ICustodyErrors.BoundaryFrozen.selector, HELD, IRealmCustody.BoundaryStatus.SoftFrozen
        );
        _refused(frozen);
        vm.prank(OPERATOR);
        pool.withdraw("op", HELD, PAYEE, 1);
        _refused(frozen);
        vm.prank(holder);
        pool.lock(HELD);
        vm.prank(holder);
        pool.unlock(HELD);
        vm.prank(OPERATOR);
        pool.withdraw("op", HELD, PAYEE, 1);
    }

    function test_theHolderTakesEverythingOnceAndTheFreezeIsForEver() public {
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1000, "taken");
        _same(_balance(HELD), 0, "left");
        _same(pool.contractTotal(), 2000, "total");
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1000, "taken twice");
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.BoundaryNotLocked.selector, HELD, IRealmCustody.BoundaryStatus.HardFrozen
            )
        );
        vm.prank(holder);
        pool.unlock(HELD);
        _mint(HELD, 5);
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1005, "late arrival");
    }

    function test_noOtherRoleStopsTheHolder() public {
        vm.prank(OPERATOR);
        pool.requestExit("op", LOCKED, STRANGER, 10);
        vm.prank(OPERATOR);
        pool.setTimeLock(ARMED, 30 days);
        vm.prank(OPERATOR);
        pool.halt();
        vm.prank(holder);
        pool.lock(LOCKED);
        vm.prank(holder);
        pool.unlock(LOCKED);
        vm.prank(holder);
        pool.recoveryWithdraw(LOCKED, PAYEE);
        vm.prank(holder);
        pool.recoveryWithdraw(ARMED, PAYEE);
        _same(token.balanceOf(PAYEE), 2000, "taken");
    }

    /// Whoever likes says so: until then the ledger holds what it would have taken.
    function test_aRecoveryEndsTheExitsThatWait() public {
        vm.prank(OPERATOR);
        pool.requestExit("op", LOCKED, STRANGER, 10);
        vm.prank(holder);
        pool.recoveryWithdraw(LOCKED, PAYEE);
        vm.warp(block.timestamp + LOCK);
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.BoundaryFrozen.selector, LOCKED, IRealmCustody.BoundaryStatus.HardFrozen
            )
        );
        pool.executeExit("op");
        vm.prank(STRANGER);
        pool.cancelExit("op");
        require(pool.outcomeOf("op") == IRealmCustody.Outcome.Rejected, "the exit survived");
        require(pool.pendingExit("op").opId == bytes32(0), "the exit still waits");
    }

    // -------------------------------------------------------------- protections

    function testFuzz_onlyTheHolderShortensATimeLock(uint40 shorter) public {
        shorter %= LOCK;
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, LOCKED, OPERATOR));
        vm.prank(OPERATOR);
        pool.setTimeLock(LOCKED, shorter);
        vm.prank(holder);
        pool.setTimeLock(LOCKED, shorter);
        _same(pool.boundary(LOCKED).timeLock, shorter, "shorter");
        _refused(abi.encodeWithSelector(ICustodyErrors.NotOperator.selector, STRANGER));
        vm.prank(STRANGER);
        pool.setTimeLock(LOCKED, LOCK);
    }

    function test_aTimeLockStaysWhileAnExitWaitsAndHasALongest() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.TimeLockTooLong.selector, uint40(365 days + 1), uint40(365 days)));
        vm.prank(OPERATOR);
        pool.setTimeLock(LOCKED, 365 days + 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.TimeLockUnchanged.selector, LOCKED, LOCK));
        vm.prank(OPERATOR);
        pool.setTimeLock(LOCKED, LOCK);
        vm.prank(OPERATOR);
        pool.requestExit("op", LOCKED, STRANGER, 10);
        bytes memory waits = abi.encodeWithSelector(ICustodyErrors.ExitsPending.selector, LOCKED, uint64(1));
        _refused(waits);
        vm.prank(holder);
        pool.setTimeLock(LOCKED, 0);
        _refused(waits);
        vm.prank(OPERATOR);
        pool.setCosigner(LOCKED, cosigner);
    }

    /// Whoever stole an operator's key takes no boundary hostage for a year.
    function test_aLongerTimeLockIsRevokedForTwoDays() public {
        vm.warp(block.timestamp + 48 hours + 1);
        address[3] memory revokers = [ADMIN, GUARDIAN, holder];
        for (uint256 i = 0; i < revokers.length; ++i) {
            _lengthen(LOCKED, LOCK + 1);
            vm.warp(block.timestamp + 1 days);
            _lengthen(LOCKED, 365 days);
            vm.warp(block.timestamp + 48 hours);
            _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToCancel.selector, LOCKED, OPERATOR));
            vm.prank(OPERATOR);
            pool.revokeTimeLock(LOCKED);
            vm.prank(revokers[i]);
            pool.revokeTimeLock(LOCKED);
            _same(pool.boundary(LOCKED).timeLock, LOCK, "what was there before the first of them");
            _refused(abi.encodeWithSelector(ICustodyErrors.NoTimeLockToRevoke.selector, LOCKED));
            vm.prank(revokers[i]);
            pool.revokeTimeLock(LOCKED);
        }
    }

    function test_aTimeLockThatStoodOrIsTheHoldersIsNotRevoked() public {
        _lengthen(LOCKED, 2 * LOCK);
        vm.warp(block.timestamp + 48 hours + 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoTimeLockToRevoke.selector, LOCKED));
        vm.prank(ADMIN);
        pool.revokeTimeLock(LOCKED);
        _lengthen(LOCKED, 3 * LOCK);
        vm.prank(holder);
        pool.setTimeLock(LOCKED, 4 * LOCK);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoTimeLockToRevoke.selector, LOCKED));
        vm.prank(ADMIN);
        pool.revokeTimeLock(LOCKED);
    }

    /// It would ripen under another rule than it was asked under; a guardian cancels it first.
    function test_noTimeLockIsRevokedUnderAnExit() public {
        vm.warp(block.timestamp + 48 hours + 1);
        _lengthen(LOCKED, 365 days);
        vm.prank(OPERATOR);
        pool.requestExit("op", LOCKED, STRANGER, 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.ExitsPending.selector, LOCKED, uint64(1)));
        vm.prank(GUARDIAN);
        pool.revokeTimeLock(LOCKED);
        vm.prank(GUARDIAN);
        pool.cancelExit("op");
        vm.prank(GUARDIAN);
        pool.revokeTimeLock(LOCKED);
        _same(pool.boundary(LOCKED).timeLock, LOCK, "as before");
    }

    function _lengthen(bytes32 boundaryId, uint40 timeLock) private {
        vm.prank(OPERATOR);
        pool.setTimeLock(boundaryId, timeLock);
    }

    function test_onlyTheCosignerChangesOrDisarms() public {
        address[3] memory others = [OPERATOR, ADMIN, holder];
        for (uint256 i = 0; i < others.length; ++i) {
            _refused(abi.encodeWithSelector(ICustodyErrors.NotCosigner.selector, ARMED, others[i]));
            vm.prank(others[i]);
            pool.setCosigner(ARMED, address(0));
        }
        vm.prank(cosigner);
        pool.setCosigner(ARMED, address(0));
        vm.prank(OPERATOR);
        pool.withdraw("op", ARMED, PAYEE, 1);
    }

    function test_attestationsDoNotGoBack() public {
        vm.prank(SETTLER);
        pool.attestObligations(HELD, 900, 5);
        _refused(abi.encodeWithSelector(ICustodyErrors.StaleAttestation.selector, HELD, uint64(5), uint64(5)));
        vm.prank(SETTLER);
        pool.attestObligations(HELD, 900, 5);
        _same(pool.boundary(HELD).obligations, 900, "attested");
    }

    // -------------------------------------------------------------------- roles

    function test_anAdminHandsOverToSomebodyWhoAccepts() public {
        vm.prank(ADMIN);
        pool.proposeAdmin(PAYEE);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotProposedAdmin.selector, STRANGER, PAYEE));
        vm.prank(STRANGER);
        pool.acceptAdmin();
        vm.prank(PAYEE);
        pool.acceptAdmin();
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, ADMIN));
        vm.prank(ADMIN);
        pool.setOperator(STRANGER, true);
    }

    function test_aGuardianHaltsAndNothingElse() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToHalt.selector, STRANGER));
        vm.prank(STRANGER);
        pool.halt();
        vm.prank(GUARDIAN);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, GUARDIAN));
        vm.prank(GUARDIAN);
        pool.resume();
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        vm.prank(OPERATOR);
        pool.withdraw("op", HELD, PAYEE, 1);
    }
}
