// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title What a realm's pool tells the outside: its types, its events and its refusals
/// @notice Ids are `keccak256(utf8 id)` of the ledger's ids. Amounts are token base units (6 decimals).
/// Every event starts with `seq`, which counts 1, 2, 3 … per pool without a gap, so that a reader who was
/// served an incomplete list of logs notices it. Events that change a balance carry the balance after.
/// The catalogue is complete for the whole custody design: it fixes the topics which the indexer reads.
interface IRealmCustody {
    /// @notice `None` means: no boundary with this id.
    enum BoundaryStatus {
        None,
        Active,
        SoftFrozen,
        HardFrozen
    }

    /// @notice The one terminal outcome of an id; recovery asks for it instead of asking whether a transaction was mined.
    enum Outcome {
        None,
        Executed,
        Rejected
    }

    /// @notice Why an item of a batch was rejected.
    enum Reject {
        None,
        UnknownBoundary,
        Frozen,
        TimeLocked,
        CosignRequired,
        Insufficient,
        Voided,
        Zero,
        SameBoundary
    }

    /// @notice Slot 0 holds all that a settlement reads of a boundary.
    struct Boundary {
        uint128 balance;
        uint40 timeLock;
        BoundaryStatus status;
        bool armed;
        // slot 1
        address recoveryKey;
        uint40 lockedAt;
        // slot 2
        address lockedBy;
        uint40 frozenAt;
        // slot 3
        address agent;
        // slot 4
        address cosigner;
        // slot 5
        address pendingRecoveryKey;
        // slot 6
        uint128 vaulted;
        uint128 obligations;
        // slot 7
        uint64 obligationsSeq;
    }

    /// @notice One slot. `total` = credits - outs of the pool, vaults included.
    struct Counters {
        uint128 total;
        uint64 seq;
        uint40 initializedAtBlock;
        bool halted;
        bool paper;
    }

    event RealmInitialized(
        uint64 seq, bytes32 indexed realmId, address indexed token, address admin, address operator, bool paper
    );
    event AdminProposed(uint64 seq, address indexed admin, address indexed proposed);
    event AdminChanged(uint64 seq, address indexed previous, address indexed admin);
    event OperatorChanged(uint64 seq, address indexed operator, bool enabled);
    event GuardianChanged(uint64 seq, address indexed guardian, bool enabled);
    event Halted(uint64 seq, address indexed by);
    event Resumed(uint64 seq, address indexed by);

    event BoundaryRegistered(uint64 seq, bytes32 indexed boundaryId, uint40 timeLock, address agent);
    event RecoveryKeyRegistered(uint64 seq, bytes32 indexed boundaryId, address indexed recoveryKey);
    event BoundaryLocked(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    event BoundaryUnlocked(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    event RecoveryWithdrawn(uint64 seq, bytes32 indexed boundaryId, address indexed to, uint128 amount);

    event Credited(
        uint64 seq, bytes32 indexed boundaryId, bytes32 indexed ref, uint128 amount, uint128 balanceAfter
    );
    event Settled(
        uint64 seq,
        uint64 indexed opSeq,
        bytes32 indexed opId,
        bytes32 fromId,
        bytes32 toId,
        uint128 amount,
        uint128 fromAfter,
        uint128 toAfter
    );
    event SettlementRejected(uint64 seq, uint64 indexed opSeq, bytes32 indexed opId, Reject reason);
    event Skipped(uint64 seq, uint64 indexed opSeq);
    event Withdrawn(
        uint64 seq, bytes32 indexed opId, bytes32 indexed boundaryId, address indexed to, uint128 amount, uint128 balanceAfter
    );

    error NotAdmin(address caller);
    error NotOperator(address caller);
    error NotAllowedToHalt(address caller);
    error NotProposedAdmin(address caller, address proposed);
    error ZeroAddress();
    error ZeroId();
    error ZeroAmount(bytes32 opId);
    error RealmHalted();
    error RealmNotHalted();
    error NotPaper();
    error UnknownBoundary(bytes32 boundaryId);
    error BoundaryExists(bytes32 boundaryId);
    error OperationKnown(bytes32 opId, Outcome outcome);
}
