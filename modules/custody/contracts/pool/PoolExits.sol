// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolCosign} from "./PoolCosign.sol";

/// @title How value goes out
/// @notice Unprotected boundaries: the operator. Armed ones: the operator with the co-signer's signature. Time-locked
/// ones, and whatever goes above a cap: an exit that waits in public. And always, whatever the others do: the
/// recovery key.
abstract contract PoolExits is PoolCosign {
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

    /// @notice Announces a withdrawal from a time-locked boundary.
    function requestExit(bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        external
        onlyOperator
        whenRunning
    {
        Entry storage entry = _active(boundaryId);
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
        Entry storage entry = _active(boundaryId);
        _requireCosignedWithdrawal(opId, boundaryId, to, amount, deadline, signature);
        _requestExit(entry, opId, boundaryId, to, amount);
    }

    /// @notice Takes an exit back, while it waits or afterwards. The holder of the recovery key may, operators,
    /// guardians and the admin; anyone, where the boundary is frozen for ever. A halt does not stop it.
    function cancelExit(bytes32 opId) external {
        (Exit memory exit, bytes32 boundaryId) = _exit(opId);
        Entry storage entry = _boundaries[boundaryId];
        if (
            entry.status != BoundaryStatus.HardFrozen && msg.sender != entry.recoveryKey && !isOperator[msg.sender]
                && !isGuardian[msg.sender] && msg.sender != admin
        ) revert NotAllowedToCancel(boundaryId, msg.sender);
        _endExit(opId, boundaryId, exit.amount, Outcome.Rejected);
        emit ExitCancelled(_nextSeq(), opId, boundaryId, msg.sender);
    }

    /// @notice Pays a ripe exit. Anyone may; a freeze or a halt stops it. One that waited for a time lock shorter than the
    /// safety delay counts at the caps, or waits for the delay.
    function executeExit(bytes32 opId) external whenRunning nonReentrant {
        (Exit memory ripe, bytes32 boundaryId) = _exit(opId);
        Entry storage entry = _active(boundaryId);
        uint40 ripeAt = ripe.ripeAt;
        uint40 timeLock = entry.timeLock;
        // Such a lock is no way around a cap. It is the one of the request: it does not change while exits wait.
        if (timeLock != 0 && timeLock < safetyDelay && block.timestamp >= ripeAt) {
            uint40 freeAt = ripeAt - timeLock + safetyDelay;
            if (block.timestamp < freeAt && !_takeOutflow(boundaryId, ripe.amount)) ripeAt = freeAt;
        }
        if (block.timestamp < ripeAt) revert ExitNotRipe(boundaryId, ripeAt);
        _endExit(opId, boundaryId, ripe.amount, Outcome.Executed);
        _payOut(entry, opId, boundaryId, ripe.to, ripe.amount);
    }

    /// @notice The exit of an operation; all zero when none waits.
    function pendingExit(bytes32 opId) external view returns (Exit memory) {
        return _exits[opId];
    }

    /// @notice What waits to leave a boundary.
    function waitingExits(bytes32 boundaryId) external view returns (Waiting memory) {
        return _waiting[boundaryId];
    }

    // ----------------------------------------------------------------- internal

    /// @dev What goes above a cap waits in public instead, where guardians may stop it.
    function _withdraw(bytes32 opId, bytes32 boundaryId, address to, uint128 amount) private {
        Entry storage entry = _boundaries[boundaryId];
        _requirePayable(entry, opId, boundaryId, to, amount);
        if (_takeOutflow(boundaryId, amount)) {
            outcomeOf[opId] = Outcome.Executed;
            _payOut(entry, opId, boundaryId, to, amount);
        } else {
            _wait(opId, boundaryId, to, amount, safetyDelay);
        }
    }

    function _payOut(Entry storage entry, bytes32 opId, bytes32 boundaryId, address to, uint128 amount) private {
        uint128 balanceAfter = _debit(entry, boundaryId, amount);
        _counters.total -= amount;
        _takeStanding(entry, boundaryId, amount);
        emit Withdrawn(_nextSeq(), opId, boundaryId, to, amount, balanceAfter);
        _pay(to, amount);
    }

    function _requestExit(Entry storage entry, bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        private
    {
        uint40 timeLock = entry.timeLock;
        if (timeLock == 0) revert NotTimeLocked(boundaryId);
        _requirePayable(entry, opId, boundaryId, to, amount);
        _wait(opId, boundaryId, to, amount, timeLock);
    }

    /// @dev What exits that wait will take is spoken for.
    function _requirePayable(Entry storage entry, bytes32 opId, bytes32 boundaryId, address to, uint128 amount)
        private
        view
    {
        _requireFresh(opId);
        if (amount == 0) revert ZeroAmount(opId);
        _requireDestination(to);
        uint128 balance = entry.balance;
        uint128 reserved = _waiting[boundaryId].amount;
        uint128 free = balance > reserved ? balance - reserved : 0;
        if (free < amount) revert InsufficientBalance(boundaryId, free, amount);
    }

    function _wait(bytes32 opId, bytes32 boundaryId, address to, uint128 amount, uint40 seconds_) private {
        uint40 ripeAt = uint40(block.timestamp) + seconds_;
        outcomeOf[opId] = Outcome.Pending;
        _exits[opId] = Exit(opId, to, ripeAt, amount);
        _boundaryOfExit[opId] = boundaryId;
        Waiting storage waiting = _waiting[boundaryId];
        waiting.amount += amount;
        waiting.count += 1;
        emit ExitRequested(_nextSeq(), opId, boundaryId, to, amount, ripeAt);
    }

    function _exit(bytes32 opId) private view returns (Exit memory exit, bytes32 boundaryId) {
        exit = _exits[opId];
        if (exit.opId == bytes32(0)) revert NoExitPending(opId);
        boundaryId = _boundaryOfExit[opId];
    }

    function _endExit(bytes32 opId, bytes32 boundaryId, uint128 amount, Outcome outcome) private {
        delete _exits[opId];
        delete _boundaryOfExit[opId];
        Waiting storage waiting = _waiting[boundaryId];
        waiting.amount -= amount;
        waiting.count -= 1;
        outcomeOf[opId] = outcome;
    }
}
