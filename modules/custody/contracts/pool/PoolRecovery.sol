// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolTransfers} from "./PoolTransfers.sol";

/// @title What the holder of a recovery key does
/// @notice No other role stops any of it, but for value that is new to the boundary.
abstract contract PoolRecovery is PoolTransfers {
    /// @notice Freezes a boundary until its holder unlocks it. A halt does not stop it.
    function lock(bytes32 boundaryId) external {
        Entry storage entry = _held(boundaryId);
        if (entry.status != BoundaryStatus.Active) revert BoundaryFrozen(boundaryId, entry.status);
        entry.status = BoundaryStatus.SoftFrozen;
        entry.lockedBy = msg.sender;
        entry.lockedAt = uint40(block.timestamp);
        emit BoundaryLocked(_nextSeq(), boundaryId, msg.sender);
    }

    /// @notice Ends a lock. Nobody else can, and nothing ends a hard freeze.
    function unlock(bytes32 boundaryId) external {
        Entry storage entry = _held(boundaryId);
        if (entry.status != BoundaryStatus.SoftFrozen) revert BoundaryNotLocked(boundaryId, entry.status);
        entry.status = BoundaryStatus.Active;
        entry.lockedBy = address(0);
        entry.lockedAt = 0;
        emit BoundaryUnlocked(_nextSeq(), boundaryId, msg.sender);
    }

    /// @notice The holder takes the whole balance, and the boundary is frozen for ever. May be repeated for value
    /// that arrives later. Neither operator, co-signer, time lock, cap nor halt stops it. Exits that wait can never be
    /// paid from then on. What is new to the boundary (`PoolStanding`) comes along where it fits the caps and the pool is
    /// not halted; else it stays, and is free in the next period but one.
    function recoveryWithdraw(bytes32 boundaryId, address to) external nonReentrant {
        Entry storage entry = _held(boundaryId);
        _requireDestination(to);
        if (entry.status != BoundaryStatus.HardFrozen) {
            entry.status = BoundaryStatus.HardFrozen;
            entry.frozenAt = uint40(block.timestamp);
        }
        uint128 amount = _standingOf(entry, boundaryId);
        uint128 newer = entry.balance - amount;
        if (newer != 0 && !_counters.halted && _takeOutflow(boundaryId, newer)) (amount, newer) = (entry.balance, 0);
        entry.balance = newer;
        _counters.total -= amount;
        _takeStanding(entry, boundaryId, amount);
        emit RecoveryWithdrawn(_nextSeq(), boundaryId, to, amount, newer);
        _pay(to, amount);
    }

    /// @notice What the holder takes at once, whatever caps and halts say, and when all the rest is free. A halt puts the
    /// latter off, by `LONGEST_HOLD` at most.
    function recoverable(bytes32 boundaryId) external view returns (uint128 atOnce, uint40 restAt) {
        Entry storage entry = _known(boundaryId);
        atOnce = _standingOf(entry, boundaryId);
        if (atOnce != entry.balance) restAt = (entry.period + 2) * safetyDelay;
    }

    /// @notice While the pool stands still the admin moves back what is new to a boundary, whatever its holder did to it:
    /// else a thief who has frozen it waits until the halt ends. Nothing leaves the pool by it.
    function takeBack(Settlement calldata item) external onlyAdmin {
        if (!_counters.halted) revert RealmNotHalted();
        Entry storage from = _known(item.fromId);
        uint128 newer = from.balance - _standingOf(from, item.fromId);
        if (item.amount == 0 || item.amount > newer) revert NotNew(item.fromId, newer, item.amount);
        if (item.fromId == item.toId) revert SameBoundary(item.fromId);
        _active(item.toId);
        _executeSettlement(item.opSeq);
        _move(item, _period());
    }
}
