// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IRealmCustody} from "./IRealmCustody.sol";

/// @title Why a pool refuses
/// @notice Each refusal carries the values that led to it, so that a caller need not read the state again.
/// Times are Unix seconds, amounts token base units.
interface ICustodyErrors {
    error NotAdmin(address caller);
    error NotOperator(address caller);
    error NotSettler(address caller);
    error NotAllowedToHalt(address caller);
    error NotProposedAdmin(address caller, address proposed);
    error NotRecoveryKey(bytes32 boundaryId, address caller);
    error NotProposedRecoveryKey(bytes32 boundaryId, address caller);
    error NotCosigner(bytes32 boundaryId, address caller);
    error NotSettlerOrAgent(bytes32 boundaryId, address caller);
    error NotAllowedToCancel(bytes32 boundaryId, address caller);
    error NotGuardian(address caller);
    error NotProposedCosigner(bytes32 boundaryId, address caller);

    error ZeroAddress();
    error ZeroId();
    error ZeroAmount(bytes32 opId);
    /// @notice The zero address, the pool and the token take no withdrawals.
    error InvalidDestination(address to);

    error RealmHalted();
    error RealmNotHalted();
    error NotPaper();

    error UnknownBoundary(bytes32 boundaryId);
    error BoundaryExists(bytes32 boundaryId);
    error BoundaryFrozen(bytes32 boundaryId, IRealmCustody.BoundaryStatus status);
    error BoundaryNotLocked(bytes32 boundaryId, IRealmCustody.BoundaryStatus status);
    error BoundaryActive(bytes32 boundaryId);
    error SameBoundary(bytes32 boundaryId);
    error NotHouse(bytes32 boundaryId);
    error StaleAttestation(bytes32 boundaryId, uint64 known, uint64 given);

    error RecoveryKeyAlreadySet(bytes32 boundaryId, address recoveryKey);
    error RecoveryKeyNotRipe(bytes32 boundaryId, uint40 ripeAt);
    error NoRecoveryKey(bytes32 boundaryId);
    error NoRecoveryKeyPending(bytes32 boundaryId);
    error NoInheritancePending(bytes32 boundaryId);
    error InheritancePending(bytes32 boundaryId, address successor);
    error InheritanceNotRipe(bytes32 boundaryId, uint40 ripeAt);
    error InheritanceDelayOutOfRange(uint40 delay, uint40 shortest, uint40 longest);
    error NoCosignerPending(bytes32 boundaryId);
    error CosignerNotRipe(bytes32 boundaryId, uint40 ripeAt);
    /// @notice Not the word of whoever is to get the role.
    error InvalidConsent(bytes32 boundaryId, address account);

    error TimeLocked(bytes32 boundaryId, uint40 timeLock);
    error NotTimeLocked(bytes32 boundaryId);
    error TimeLockTooLong(uint40 timeLock, uint40 longest);
    error TimeLockUnchanged(bytes32 boundaryId, uint40 timeLock);
    error NoTimeLockToRevoke(bytes32 boundaryId);

    error NotForeign(address asset);
    error RescueKnown(bytes32 rescueId);
    error NoRescuePending(bytes32 rescueId);
    error RescueNotRipe(bytes32 rescueId, uint40 ripeAt);

    error CosignRequired(bytes32 boundaryId, address cosigner);
    error NotArmed(bytes32 boundaryId);
    error CosignExpired(uint256 deadline, uint256 blockTime);
    error InvalidCosignature(bytes32 boundaryId, address cosigner);

    error OperationKnown(bytes32 opId, IRealmCustody.Outcome outcome);
    error SettlementKnown(uint64 opSeq, IRealmCustody.Outcome outcome);
    /// @notice The whole call is refused: no service numbers so.
    error NumberTooFar(uint64 opSeq, uint64 highest);
    error BatchTooLarge(uint256 items, uint256 most);
    error InsufficientBalance(bytes32 boundaryId, uint128 available, uint128 wanted);
    error InsufficientVault(bytes32 objectId, uint128 available, uint128 wanted);
    /// @notice Tokens of the vault are gone; the pool does not stand in for them.
    error VaultShort(bytes32 objectId, uint256 held, uint256 owed);
    /// @notice What leaves the boundary for another one is bounded too; a withdrawal waits instead.
    error OverOutflowCap(bytes32 boundaryId, uint128 left, uint128 wanted);
    error NoRaisePending(bytes32 boundaryId);
    /// @notice Of what a boundary holds only that part may be taken back.
    error NotNew(bytes32 boundaryId, uint128 newer, uint128 wanted);
    error ExceedsUnattributed(uint256 unattributed, uint128 wanted);
    error NothingToSweep(address depositAddress);

    error ExitsPending(bytes32 boundaryId, uint64 count);
    error NoExitPending(bytes32 opId);
    error ExitNotRipe(bytes32 boundaryId, uint40 ripeAt);

    error UnknownExchangeObject(bytes32 objectId);
    error ExchangeObjectExists(bytes32 objectId);
}
