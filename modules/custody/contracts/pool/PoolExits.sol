// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolBoundaries} from "./PoolBoundaries.sol";

/// @title How value goes out
/// @notice Unprotected boundaries: the operator. Armed ones: the operator with the co-signer's signature.
/// Time-locked ones: an exit that waits in public. And always, whatever the others do: the recovery key.
abstract contract PoolExits is PoolBoundaries {
    /// @notice Pays out of an unprotected boundary.
    function withdraw(bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        external
        onlyOperator
        whenRunning
        nonReentrant
    {
        _unprotected(boundaryId);
        _withdraw(opId, boundaryId, to, amount);
    }

    /// @notice Pays out of an armed boundary.
    /// @param deadline Unix seconds.
    /// @param signature Of the co-signer, EIP-712 `Withdrawal`.
    function withdrawCosigned(
        bytes32 opId,
        bytes32 boundaryId,
        address to,
        uint128 amount,
        uint256 deadline,
        bytes calldata signature
    ) external onlyOperator whenRunning nonReentrant {
        _unlocked(boundaryId);
        _requireCosignedWithdrawal(opId, boundaryId, to, amount, deadline, signature);
        _withdraw(opId, boundaryId, to, amount);
    }

    // -------------------------------------------------------------------- exits

    /// @notice Announces a withdrawal from a time-locked boundary; one at a time.
    function requestExit(bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        external
        onlyOperator
        whenRunning
    {
        Boundary storage entry = _active(boundaryId);
        if (entry.armed) revert CosignRequired(boundaryId, entry.cosigner);
        _requestExit(entry, opId, boundaryId, to, amount);
    }

    /// @notice The same for a boundary that is armed too.
    /// @param signature Of the co-signer, EIP-712 `Withdrawal`.
    function requestExitCosigned(
        bytes32 opId,
        bytes32 boundaryId,
        address to,
        uint128 amount,
        uint256 deadline,
        bytes calldata signature
    ) external onlyOperator whenRunning {
        Boundary storage entry = _active(boundaryId);
        _requireCosignedWithdrawal(opId, boundaryId, to, amount, deadline, signature);
        _requestExit(entry, opId, boundaryId, to, amount);
    }

    /// @notice Takes an exit back. The holder of the recovery key may, and the operator. A halt does not stop it.
    function cancelExit(bytes32 boundaryId) external {
        Boundary storage entry = _known(boundaryId);
        if (msg.sender != entry.recoveryKey && !isOperator[msg.sender]) {
            revert NotOperatorOrRecoveryKey(boundaryId, msg.sender);
        }
        if (!_rejectExit(boundaryId)) revert NoExitPending(boundaryId);
    }

    /// @notice Pays a ripe exit. Anyone may; a freeze or a halt stops it.
    function executeExit(bytes32 boundaryId) external whenRunning nonReentrant {
        Boundary storage entry = _active(boundaryId);
        Exit memory ripe = _exits[boundaryId];
        if (ripe.opId == bytes32(0)) revert NoExitPending(boundaryId);
        if (block.timestamp < ripe.ripeAt) revert ExitNotRipe(boundaryId, ripe.ripeAt);
        delete _exits[boundaryId];
        outcomeOf[ripe.opId] = Outcome.Executed;
        _payOut(entry, ripe.opId, boundaryId, ripe.to, ripe.amount);
    }

    /// @notice The exit of a boundary that waits; all zero without one.
    function pendingExit(bytes32 boundaryId) external view returns (Exit memory) {
        return _exits[boundaryId];
    }

    // ----------------------------------------------------------------- recovery

    /// @notice The holder takes the whole balance, and the boundary is frozen for ever. May be repeated for value
    /// that arrives later. Neither operator, co-signer, time lock nor halt stops it.
    function recoveryWithdraw(bytes32 boundaryId, address to) external nonReentrant {
        Boundary storage entry = _held(boundaryId);
        _requireDestination(to);
        _rejectExit(boundaryId);
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

    // ----------------------------------------------------------------- internal

    function _withdraw(bytes32 opId, bytes32 boundaryId, address to, uint128 amount) private {
        _execute(opId);
        if (amount == 0) revert ZeroAmount(opId);
        _requireDestination(to);
        _payOut(_boundaries[boundaryId], opId, boundaryId, to, amount);
    }

    function _payOut(Boundary storage entry, bytes32 opId, bytes32 boundaryId, address to, uint128 amount) private {
        uint128 balanceAfter = _debit(entry, boundaryId, amount);
        _counters.total -= amount;
        emit Withdrawn(_nextSeq(), opId, boundaryId, to, amount, balanceAfter);
        _pay(to, amount);
    }

    function _requestExit(Boundary storage entry, bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        private
    {
        uint40 timeLock = entry.timeLock;
        if (timeLock == 0) revert NotTimeLocked(boundaryId);
        _requireNoExit(boundaryId);
        _requireFresh(opId);
        if (amount == 0) revert ZeroAmount(opId);
        _requireDestination(to);
        if (entry.balance < amount) revert InsufficientBalance(boundaryId, entry.balance, amount);
        outcomeOf[opId] = Outcome.Pending;
        uint40 ripeAt = uint40(block.timestamp) + timeLock;
        _exits[boundaryId] = Exit(opId, to, ripeAt, amount);
        emit ExitRequested(_nextSeq(), opId, boundaryId, to, amount, ripeAt);
    }

    /// @return Whether there was one.
    function _rejectExit(bytes32 boundaryId) private returns (bool) {
        bytes32 opId = _exits[boundaryId].opId;
        if (opId == bytes32(0)) return false;
        delete _exits[boundaryId];
        outcomeOf[opId] = Outcome.Rejected;
        emit ExitCancelled(_nextSeq(), opId, boundaryId, msg.sender);
        return true;
    }
}
