// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustodyErrors} from "./interfaces/ICustodyErrors.sol";
import {IFormerErrors} from "./interfaces/IFormerErrors.sol";
import {IRealmCustody} from "./interfaces/IRealmCustody.sol";

/// @title The storage of a pool, in one place
/// @dev A pool is never upgraded; the order still is part of the contract, because tests and external
/// verifiers read slots. New fields go to the end.
abstract contract RealmCustodyStorage is IRealmCustody, ICustodyErrors, IFormerErrors {
    /// @dev A `Boundary` as it is kept. Slot 0 holds all that a settlement reads of it.
    struct Entry {
        uint128 balance;
        uint40 timeLock;
        BoundaryStatus status;
        bool armed;
        /// Of its `Standing`; 0: none is kept.
        uint40 period;
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
        // slot 5: a key that waits, for its holder to accept or for its time
        address pendingRecoveryKey;
        uint40 recoveryKeyRipeAt;
        // slot 6
        uint128 vaulted;
        uint128 obligations;
        // slot 7
        uint64 obligationsSeq;
        bool house;
    }

    /// @dev What a boundary held, in the pool and in vaults, when periods began: `latest` the one of its entry, `earlier`
    /// the one before that. Credits from outside are added to both, what is paid out is taken off both.
    struct Standing {
        uint128 earlier;
        uint128 latest;
    }

    /// @dev Slot 0: read and written by every action.
    Counters internal _counters;
    /// @notice The realm this pool belongs to: `keccak256(utf8 realm id)`.
    bytes32 public realmId;
    /// @notice The only token the pool counts.
    IERC20 public token;
    /// @notice May name operators, settlers, guardians and houses and resume a halted realm; a multisig in production.
    address public admin;
    address public pendingAdmin;
    /// @notice May pay out and add protection; keys of the service. They move nothing between boundaries.
    mapping(address account => bool) public isOperator;
    /// @notice May halt and say no: to exits, raised caps, recovery keys and co-signers that wait.
    mapping(address account => bool) public isGuardian;

    mapping(bytes32 boundaryId => Entry) internal _boundaries;
    bytes32[] internal _boundaryIds;

    /// @notice Outcome of deposits, withdrawals, exits, vault moves and co-signatures.
    mapping(bytes32 opId => Outcome) public outcomeOf;
    /// @dev Outcome of settlements: two bits per sequential number, 128 numbers in a slot.
    mapping(uint256 word => uint256 outcomes) internal _settlementOutcomes;
    /// @notice The part of `contractTotal` that lies in vaults. Base units.
    uint128 public vaultedTotal;
    /// @notice The largest number that ever had an outcome; a ledger that knows less was restored from an old backup.
    uint64 public highestOpSeq;

    mapping(bytes32 opId => Exit) internal _exits;
    mapping(bytes32 objectId => ExchangeObject) internal _objects;
    bytes32[] internal _objectIds;

    mapping(bytes32 opId => bytes32 boundaryId) internal _boundaryOfExit;
    mapping(bytes32 boundaryId => Waiting) internal _waiting;
    /// @dev Key 0: the pool as a whole.
    mapping(bytes32 boundaryId => OutflowCap) internal _caps;
    /// @notice Seconds; how long what goes above a cap or loosens it waits. 0 in paper realms. Never changes.
    uint40 public safetyDelay;
    /// @notice Since when a halted pool is halted. Unix seconds.
    uint40 public haltedAt;

    /// @notice May settle, register and move value into vaults and back; keys of the service. They pay nothing out.
    mapping(address account => bool) public isSettler;
    mapping(bytes32 boundaryId => CosignerChange) internal _cosignerChanges;
    mapping(bytes32 boundaryId => Standing) internal _standings;
    mapping(bytes32 boundaryId => Arming) internal _armings;
    mapping(bytes32 boundaryId => mapping(bytes32 opId => bool)) internal _isRevoked;
    mapping(bytes32 boundaryId => Lengthening) internal _lengthenings;
    mapping(bytes32 rescueId => Rescue) internal _rescues;
    mapping(bytes32 boundaryId => Inheritance) internal _inheritances;
}
