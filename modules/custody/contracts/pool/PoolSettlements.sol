// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolCosign} from "./PoolCosign.sol";
import {PoolTransfers} from "./PoolTransfers.sol";

/// @title Transfers between boundaries
/// @notice Both boundaries have to be active; the source must have no time lock and, without a co-signature, no
/// co-signer. Every transfer has a number (`opSeq`) under which it is executed or rejected once, whichever way
/// it comes in.
abstract contract PoolSettlements is PoolCosign, PoolTransfers {
    /// @notice More would not fit a transaction on every chain.
    uint256 public constant LARGEST_BATCH = 200;

    /// @notice One transfer, or a refusal that leaves the number unused.
    function crossTransfer(Settlement calldata item) external onlySettler whenRunning {
        _unprotected(item.fromId);
        _transfer(item);
    }

    /// @notice One transfer from an armed boundary. Uses up the operation id, the nonce of the signature, too.
    function crossTransferCosigned(Settlement calldata item, uint256 deadline, bytes calldata signature)
        external
        onlySettler
        whenRunning
    {
        _unlocked(item.fromId);
        _requireCosignedTransfer(item, deadline, signature);
        _execute(item.opId);
        _transfer(item);
    }

    /// @notice Many transfers. Each is executed or rejected for a reason; none stops the others. A number that
    /// has its outcome is passed over, so the same batch can be sent again.
    function settleBatch(Settlement[] calldata items) external onlySettler whenRunning {
        _requireBatch(items.length);
        uint40 period = _period();
        for (uint256 i = 0; i < items.length; ++i) {
            Settlement calldata item = items[i];
            if (_settlementOutcome(item.opSeq) != Outcome.None) {
                emit Skipped(_nextSeq(), item.opSeq);
                continue;
            }
            Reject reason = _judge(item);
            if (reason == Reject.None) {
                _markSettlement(item.opSeq, Outcome.Executed);
                _move(item, period);
            } else {
                _reject(item.opSeq, item.opId, reason);
            }
        }
    }

    /// @notice Rejects numbers that have no outcome, so that the ledger may give their holds back.
    function voidSettlements(SettlementId[] calldata ids) external onlySettler whenRunning {
        _requireBatch(ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            uint64 opSeq = ids[i].opSeq;
            if (_settlementOutcome(opSeq) != Outcome.None) emit Skipped(_nextSeq(), opSeq);
            else _reject(opSeq, ids[i].opId, Reject.Voided);
        }
    }

    /// @notice Rejects operations that have no outcome, so that the ledger may give their holds back. An exit
    /// that waits is cancelled with `cancelExit` instead. Operators and settlers.
    function voidOperations(bytes32[] calldata opIds) external whenRunning {
        if (!isSettler[msg.sender]) _onlyOperator();
        _requireBatch(opIds.length);
        for (uint256 i = 0; i < opIds.length; ++i) {
            bytes32 opId = opIds[i];
            Outcome known = outcomeOf[opId];
            if (known != Outcome.None) {
                emit OperationSkipped(_nextSeq(), opId, known);
                continue;
            }
            outcomeOf[opId] = Outcome.Rejected;
            emit OperationRejected(_nextSeq(), opId, Reject.Voided);
        }
    }

    /// @notice What became of a settlement number.
    function settlementOutcome(uint64 opSeq) external view returns (Outcome) {
        return _settlementOutcome(opSeq);
    }

    function _transfer(Settlement calldata item) private {
        if (item.amount == 0) revert ZeroAmount(item.opId);
        if (item.fromId == item.toId) revert SameBoundary(item.fromId);
        _active(item.toId);
        uint128 balance = _boundaries[item.fromId].balance;
        if (balance < item.amount) revert InsufficientBalance(item.fromId, balance, item.amount);
        OutflowCap storage cap = _caps[item.fromId];
        if (!_fits(cap, item.amount)) {
            (uint128 limit, uint128 used) = _state(cap);
            revert OverOutflowCap(item.fromId, used < limit ? limit - used : 0, item.amount);
        }
        _executeSettlement(item.opSeq);
        _move(item, _period());
    }

    function _judge(Settlement calldata item) private view returns (Reject) {
        if (item.amount == 0) return Reject.Zero;
        if (item.fromId == item.toId) return Reject.SameBoundary;
        Entry storage from = _boundaries[item.fromId];
        BoundaryStatus fromStatus = from.status;
        BoundaryStatus toStatus = _boundaries[item.toId].status;
        if (fromStatus == BoundaryStatus.None || toStatus == BoundaryStatus.None) return Reject.UnknownBoundary;
        if (fromStatus != BoundaryStatus.Active || toStatus != BoundaryStatus.Active) return Reject.Frozen;
        if (from.timeLock != 0) return Reject.TimeLocked;
        if (from.armed) return Reject.CosignRequired;
        if (from.balance < item.amount) return Reject.Insufficient;
        if (!_fits(_caps[item.fromId], item.amount)) return Reject.OverCap;
        return Reject.None;
    }

    function _reject(uint64 opSeq, bytes32 opId, Reject reason) private {
        _markSettlement(opSeq, Outcome.Rejected);
        emit SettlementRejected(_nextSeq(), opSeq, opId, reason);
    }

    function _requireBatch(uint256 items) private pure {
        if (items > LARGEST_BATCH) revert BatchTooLarge(items, LARGEST_BATCH);
    }
}
