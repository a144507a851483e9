// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title What a realm's pool is made of: its types and its events
/// @notice Ids are `keccak256(utf8 id)` of the ledger's ids. Amounts are token base units (6 decimals).
/// Every event starts with `seq`, which counts 1, 2, 3 … per pool without a gap, so that a reader who was
/// served an incomplete list of logs notices it. Events that change a balance carry the balance after, so a
/// replay checks itself at every step.
interface IRealmCustody {
    /// @notice `None` means: no boundary with this id.
    enum BoundaryStatus {
        None,
        Active,
        SoftFrozen,
        HardFrozen
    }

    /// @notice What became of an id. `Executed` and `Rejected` are terminal; recovery asks for them instead of
    /// asking whether a transaction was mined. `Pending` is an exit that waits for its time lock.
    enum Outcome {
        None,
        Executed,
        Rejected,
        Pending
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
        SameBoundary,
        OverCap
    }

    /// @notice Where a credit came from. References of pulled and swept credits are chosen by strangers;
    /// only those of minted and unattributed ones are operation ids.
    enum CreditKind {
        Minted,
        Pulled,
        Swept,
        Unattributed
    }

    /// @notice What callers see of a boundary. `pendingRecoveryKey` waits for its holder to accept, a first one also until
    /// `recoveryKeyRipeAt`.
    struct Boundary {
        uint128 balance;
        uint40 timeLock;
        BoundaryStatus status;
        bool armed;
        address recoveryKey;
        uint40 lockedAt;
        address lockedBy;
        uint40 frozenAt;
        address agent;
        address cosigner;
        address pendingRecoveryKey;
        uint40 recoveryKeyRipeAt;
        uint128 vaulted;
        uint128 obligations;
        uint64 obligationsSeq;
        bool house;
    }

    /// @notice A withdrawal that waits in public; all zero when there is none with this id.
    struct Exit {
        bytes32 opId;
        address to;
        uint40 ripeAt;
        uint128 amount;
    }

    /// @notice What waits to leave a boundary. `amount` is the sum of its `count` exits.
    struct Waiting {
        uint128 amount;
        uint64 count;
    }

    /// @notice What may leave at once, of the pool or of one boundary. `used` frees itself evenly: all of `limit`
    /// within `OUTFLOW_WINDOW`. Slot 1 alone says that there is no cap.
    struct OutflowCap {
        // slot 0
        uint128 limit;
        uint128 used;
        // slot 1: a raise waits until `raisedAt`, 0 when there is none
        uint128 nextLimit;
        uint40 usedAt;
        uint40 raisedAt;
        bool capped;
    }

    /// @notice What a pool is made with. `safetyDelay` (seconds): how long exits above a cap, raised caps and first
    /// recovery keys and co-signers wait; it never changes. `outflowCap`: that of the pool; the largest number: none.
    struct Limits {
        uint40 safetyDelay;
        uint128 outflowCap;
    }

    /// @notice A co-signer that waits; all zero when none does. `cosigner` zero disarms.
    struct CosignerChange {
        address cosigner;
        uint40 ripeAt;
    }

    /// @notice How often the co-signer of a boundary changed, and how often a change was proposed. Signatures name one of the
    /// two, so that they end with it.
    struct Arming {
        uint64 number;
        uint64 proposals;
    }

    /// @notice A time lock that was lengthened: `previous` may be set again until `until`.
    struct Lengthening {
        uint40 previous;
        uint40 until;
    }

    /// @notice Foreign tokens or ether (`asset` zero) that go to `to` at `ripeAt`. They lie in the pool (`boundaryId` zero) or
    /// at a deposit address.
    struct Rescue {
        address asset;
        uint40 ripeAt;
        address to;
        uint256 amount;
        bytes32 boundaryId;
        bytes32 ref;
    }

    /// @notice The inheritance of a boundary. `successor` waits until `ripeAt`; both zero when none does. `delay` is what its
    /// holder has chosen, 0 for the shortest. What a successor signs names `proposals`, which counts them.
    struct Inheritance {
        // slot 0
        address successor;
        uint40 ripeAt;
        uint40 delay;
        // slot 1
        uint64 proposals;
    }

    /// @notice A vault of a boundary. `balance` is part of the boundary's `vaulted`.
    struct ExchangeObject {
        bytes32 boundaryId;
        address vault;
        uint128 balance;
    }

    /// @notice One transfer between boundaries. `opSeq` is the number under which it has its one outcome;
    /// `opId` is repeated in the event, so that a number issued twice is noticed.
    struct Settlement {
        uint64 opSeq;
        bytes32 opId;
        bytes32 fromId;
        bytes32 toId;
        uint128 amount;
    }

    /// @notice A number to be voided, with the operation it was issued for.
    struct SettlementId {
        uint64 opSeq;
        bytes32 opId;
    }

    /// @notice What a deposit address commits to.
    struct DepositId {
        bytes32 boundaryId;
        bytes32 ref;
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
    event SettlerChanged(uint64 seq, address indexed settler, bool enabled);
    event GuardianChanged(uint64 seq, address indexed guardian, bool enabled);
    event SafetyDelaySet(uint64 seq, uint40 safetyDelay);
    /// @param boundaryId Zero for the cap of the pool.
    /// @param effectiveAt In the future while a raise waits; a later event takes its place.
    event OutflowCapChanged(uint64 seq, bytes32 indexed boundaryId, uint128 limit, uint40 effectiveAt);
    event Halted(uint64 seq, address indexed by);
    event Resumed(uint64 seq, address indexed by);

    event BoundaryRegistered(uint64 seq, bytes32 indexed boundaryId, uint40 timeLock, address agent);
    event AgentChanged(uint64 seq, bytes32 indexed boundaryId, address indexed agent);
    event HouseChanged(uint64 seq, bytes32 indexed boundaryId, bool enabled);
    event TimeLockChanged(uint64 seq, bytes32 indexed boundaryId, uint40 previous, uint40 timeLock);
    /// @notice Lengthened and taken back.
    event TimeLockRevoked(uint64 seq, bytes32 indexed boundaryId, address indexed by, uint40 timeLock);
    event RescueRequested(
        uint64 seq, bytes32 indexed rescueId, address indexed asset, address indexed to, uint256 amount, uint40 ripeAt
    );
    event RescueCancelled(uint64 seq, bytes32 indexed rescueId, address indexed by);
    event Rescued(uint64 seq, bytes32 indexed rescueId, address indexed asset, address indexed to, uint256 amount);
    /// @notice In effect from here on; zero: disarmed.
    event CosignerChanged(uint64 seq, bytes32 indexed boundaryId, address indexed cosigner);
    /// @notice Waits until `ripeAt` and for the word of `cosigner`; a later one takes its place.
    event CosignerProposed(uint64 seq, bytes32 indexed boundaryId, address indexed cosigner, uint40 ripeAt);
    /// @notice What the co-signer signed for this operation is worth nothing any more.
    event CosignatureRevoked(uint64 seq, bytes32 indexed boundaryId, bytes32 indexed opId, address indexed by);
    event CosignerCancelled(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    event ObligationsAttested(uint64 seq, bytes32 indexed boundaryId, uint128 obligations, uint64 ledgerSeq);

    /// @notice A key waits; `ripeAt` is 0 when the holder proposed it, else when a registration may take effect.
    event RecoveryKeyProposed(uint64 seq, bytes32 indexed boundaryId, address indexed proposed, uint40 ripeAt);
    /// @notice From here on this key is the boundary's recovery key.
    event RecoveryKeyRegistered(uint64 seq, bytes32 indexed boundaryId, address indexed recoveryKey);
    /// @notice A guardian names a successor; its holder refuses until `ripeAt`, and afterwards until somebody completes it.
    event InheritanceProposed(
        uint64 seq, bytes32 indexed boundaryId, address indexed successor, address indexed by, uint40 ripeAt
    );
    /// @notice By the holder, a guardian or the admin. A lock, an unlock, a recovery, a time lock or a hand-over by the holder
    /// refuses too.
    event InheritanceRefused(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    /// @notice The key that `RecoveryKeyRegistered` names before is a successor's; co-signatures from before are worth nothing.
    event Inherited(uint64 seq, bytes32 indexed boundaryId, address indexed successor);
    event InheritanceDelayChanged(uint64 seq, bytes32 indexed boundaryId, uint40 delay);
    event BoundaryLocked(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    event BoundaryUnlocked(uint64 seq, bytes32 indexed boundaryId, address indexed by);
    /// @notice `balanceAfter` is what came from other boundaries a short while ago; it is taken later.
    event RecoveryWithdrawn(
        uint64 seq, bytes32 indexed boundaryId, address indexed to, uint128 amount, uint128 balanceAfter
    );

    event Credited(
        uint64 seq,
        bytes32 indexed boundaryId,
        bytes32 indexed ref,
        uint128 amount,
        uint128 balanceAfter,
        CreditKind kind
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
    /// @notice The number had its outcome before; nothing changed.
    event Skipped(uint64 seq, uint64 indexed opSeq);
    event OperationRejected(uint64 seq, bytes32 indexed opId, Reject reason);
    /// @notice The id had an outcome before; nothing changed.
    event OperationSkipped(uint64 seq, bytes32 indexed opId, Outcome outcome);
    event Withdrawn(
        uint64 seq, bytes32 indexed opId, bytes32 indexed boundaryId, address indexed to, uint128 amount, uint128 balanceAfter
    );
    event ExitRequested(
        uint64 seq, bytes32 indexed opId, bytes32 indexed boundaryId, address indexed to, uint128 amount, uint40 ripeAt
    );
    /// @notice Whoever may cancel it did; an exit of a boundary that is frozen for ever may be cancelled by anyone.
    event ExitCancelled(uint64 seq, bytes32 indexed opId, bytes32 indexed boundaryId, address indexed by);

    event ExchangeObjectRegistered(uint64 seq, bytes32 indexed objectId, bytes32 indexed boundaryId, address vault);
    event VaultFunded(
        uint64 seq,
        bytes32 indexed opId,
        bytes32 indexed objectId,
        bytes32 indexed boundaryId,
        uint128 amount,
        uint128 vaultAfter,
        uint128 balanceAfter
    );
    event VaultReturned(
        uint64 seq,
        bytes32 indexed opId,
        bytes32 indexed objectId,
        bytes32 indexed boundaryId,
        uint128 amount,
        uint128 vaultAfter,
        uint128 balanceAfter
    );
    event VaultRecovered(
        uint64 seq, bytes32 indexed objectId, bytes32 indexed boundaryId, uint128 amount, uint128 balanceAfter
    );
    event VaultSettled(
        uint64 seq,
        uint64 indexed opSeq,
        bytes32 indexed opId,
        bytes32 indexed objectId,
        bytes32 houseId,
        int128 delta,
        uint128 vaultAfter,
        uint128 houseAfter
    );
}
