// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolBase} from "./PoolBase.sol";

/// @title What the holder of a recovery key does
/// @notice No other role stops any of it.
abstract contract PoolRecovery is PoolBase {
    /// @notice Freezes a boundary until its holder unlocks it. A halt does not stop it.
    function lock(bytes32 boundaryId) external {
        Boundary storage entry = _held(boundaryId);
        if (entry.status != BoundaryStatus.Active) revert BoundaryFrozen(boundaryId, entry.status);
        entry.status = BoundaryStatus.SoftFrozen;
        entry.lockedBy = msg.sender;
        entry.lockedAt = uint40(block.timestamp);
        emit BoundaryLocked(_nextSeq(), boundaryId, msg.sender);
    }

    /// @notice Ends a lock. Nobody else can, and nothing ends a hard freeze.
    function unlock(bytes32 boundaryId) external {
        Boundary storage entry = _held(boundaryId);
        if (entry.status != BoundaryStatus.SoftFrozen) revert BoundaryNotLocked(boundaryId, entry.status);
        entry.status = BoundaryStatus.Active;
        entry.lockedBy = address(0);
        entry.lockedAt = 0;
        emit BoundaryUnlocked(_nextSeq(), boundaryId, msg.sender);
    }

    /// @notice The holder takes the whole balance, and the boundary is frozen for ever. May be repeated for value
    /// that arrives later. Neither operator, co-signer, time lock, cap nor halt stops it. Exits that wait can never be
    /// paid from then on.
    function recoveryWithdraw(bytes32 boundaryId, address to) external nonReentrant {
        Boundary storage entry = _held(boundaryId);
        _requireDestination(to);
        if (entry.status != BoundaryStatus.HardFrozen) {
            entry.status = BoundaryStatus.HardFrozen;
            entry.frozenAt = uint40(block.timestamp);
        }
        uint128 amount = entry.balance;
        entry.balance = 0;
        _counters.total -= amount;
        emit RecoveryWithdrawn(_nextSeq(), boundaryId, to, amount, 0);
        _pay(to, amount);
    }
}
