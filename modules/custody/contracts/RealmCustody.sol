// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {PoolDeposits} from "./pool/PoolDeposits.sol";
import {PoolExits} from "./pool/PoolExits.sol";
import {PoolRescue} from "./pool/PoolRescue.sol";
import {PoolSettlements} from "./pool/PoolSettlements.sol";
import {PoolVaults} from "./pool/PoolVaults.sol";

/// @title The pool of one realm
/// @notice Holds the realm's tokens and counts, per boundary, whose they are. Deployed as an ERC-1167 clone
/// by `CustodyFactory`; never upgraded. Amounts are token base units, times Unix seconds. What is done daily stands
/// here; the rest in `RealmCustodyExtension`, and is called at the pool's own address. Paging views are in
/// `CustodyLens`.
/// @dev Not audited. Invariants: see README.md beside this file.
contract RealmCustody is Initializable, PoolExits, PoolDeposits, PoolSettlements, PoolVaults, PoolRescue {
    /// @notice The code of all functions of a pool that are not here. Part of this code, so it never changes.
    address public immutable extension;

    /// @dev Locks the implementation: only clones can be initialized.
    constructor(address extension_) {
        if (extension_.code.length == 0) revert Address.AddressEmptyCode(extension_);
        extension = extension_;
        _disableInitializers();
    }

    /// @dev Runs on the pool's storage, for the same caller. Takes no ether.
    fallback(bytes calldata call_) external returns (bytes memory) {
        return Address.functionDelegateCall(extension, call_);
    }

    /// @notice Sets the pool up, with its default boundary. Called by the factory in the transaction that
    /// creates the clone, so nobody can come first.
    /// @param operator_ May pay out and add protection.
    /// @param settler_ May settle and register; the operator, where one account does both.
    /// @param limits_ Kept from the first block on; see `Limits`.
    /// @param paper_ True lets a settler mint deposits; the token must then be a `TestUSD` with this pool as minter.
    function initialize(
        bytes32 realmId_,
        bytes32 defaultBoundaryId,
        IERC20 token_,
        address admin_,
        address operator_,
        address settler_,
        bool paper_,
        Limits calldata limits_
    ) external initializer {
        if (realmId_ == bytes32(0)) revert ZeroId();
        if (
            address(token_) == address(0) || admin_ == address(0) || operator_ == address(0) || settler_ == address(0)
        ) revert ZeroAddress();
        realmId = realmId_;
        token = token_;
        admin = admin_;
        isOperator[operator_] = true;
        isSettler[settler_] = true;
        _counters.initializedAtBlock = uint40(block.number);
        _counters.paper = paper_;
        emit RealmInitialized(_nextSeq(), realmId_, address(token_), admin_, operator_, paper_);
        emit SettlerChanged(_nextSeq(), settler_, true);
        _register(defaultBoundaryId, 0, settler_);
        _limit(limits_);
    }

    /// @notice Credits - outs of the whole pool. The sum of all boundaries' balance + vaulted.
    function contractTotal() external view returns (uint128) {
        return _counters.total;
    }

    /// @notice The number of the newest event.
    function lastSeq() external view returns (uint64) {
        return _counters.seq;
    }

    function counters() external view returns (Counters memory) {
        return _counters;
    }

    function boundaryCount() external view returns (uint256) {
        return _boundaryIds.length;
    }

    /// @param index 0 is the default boundary; the others follow in order of registration.
    function boundaryIdAt(uint256 index) external view returns (bytes32) {
        return _boundaryIds[index];
    }

    /// @notice All zero (status `None`) for an unknown id.
    function boundary(bytes32 boundaryId) external view returns (Boundary memory) {
        Entry memory entry = _boundaries[boundaryId];
        return Boundary({
            balance: entry.balance,
            timeLock: entry.timeLock,
            status: entry.status,
            armed: entry.armed,
            recoveryKey: entry.recoveryKey,
            lockedAt: entry.lockedAt,
            lockedBy: entry.lockedBy,
            frozenAt: entry.frozenAt,
            agent: entry.agent,
            cosigner: entry.cosigner,
            pendingRecoveryKey: entry.pendingRecoveryKey,
            recoveryKeyRipeAt: entry.recoveryKeyRipeAt,
            vaulted: entry.vaulted,
            obligations: entry.obligations,
            obligationsSeq: entry.obligationsSeq,
            house: entry.house
        });
    }
}
