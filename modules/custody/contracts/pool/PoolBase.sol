// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {PoolStanding} from "./PoolStanding.sol";

/// @title What all parts of a pool share: who may call, what an id became, how a balance changes
abstract contract PoolBase is PoolStanding, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Seconds. A longer lock would be a way to take value hostage.
    uint40 public constant LONGEST_TIME_LOCK = 365 days;

    /// @notice How far a settlement number may be above the highest. Whoever stole a settler's key could else use up the
    /// last one, and a ledger would take itself for one of an old backup for ever.
    uint64 public constant LONGEST_JUMP = 1 << 20;

    modifier onlyAdmin() {
        _onlyAdmin();
        _;
    }

    modifier onlyOperator() {
        _onlyOperator();
        _;
    }

    modifier onlySettler() {
        _onlySettler();
        _;
    }

    modifier whenRunning() {
        _whenRunning();
        _;
    }

    function _onlyAdmin() internal view {
        if (msg.sender != admin) revert NotAdmin(msg.sender);
    }

    function _onlyOperator() internal view {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
    }

    function _onlySettler() internal view {
        if (!isSettler[msg.sender]) revert NotSettler(msg.sender);
    }

    /// @dev A guardian or the admin.
    function _onlyGuardian() internal view {
        if (!isGuardian[msg.sender] && msg.sender != admin) revert NotGuardian(msg.sender);
    }

    function _whenRunning() internal view {
        if (_counters.halted) revert RealmHalted();
    }

    function _longer(uint40 one, uint40 other) internal pure returns (uint40) {
        return one > other ? one : other;
    }

    /// @dev The number of the event that is about to be emitted.
    function _nextSeq() internal returns (uint64) {
        return ++_counters.seq;
    }

    // ------------------------------------------------------------- boundaries

    function _known(bytes32 boundaryId) internal view returns (Entry storage entry) {
        entry = _boundaries[boundaryId];
        if (entry.status == BoundaryStatus.None) revert UnknownBoundary(boundaryId);
    }

    function _active(bytes32 boundaryId) internal view returns (Entry storage entry) {
        entry = _known(boundaryId);
        if (entry.status != BoundaryStatus.Active) revert BoundaryFrozen(boundaryId, entry.status);
    }

    /// @dev A boundary that value may leave at once.
    function _unlocked(bytes32 boundaryId) internal view returns (Entry storage entry) {
        entry = _active(boundaryId);
        if (entry.timeLock != 0) revert TimeLocked(boundaryId, entry.timeLock);
    }

    /// @dev A boundary that value may leave at once, on the operator's word alone.
    function _unprotected(bytes32 boundaryId) internal view returns (Entry storage entry) {
        entry = _unlocked(boundaryId);
        if (entry.armed) revert CosignRequired(boundaryId, entry.cosigner);
    }

    /// @dev A boundary whose recovery key is calling. Its holder is there, so nobody inherits from them.
    function _held(bytes32 boundaryId) internal returns (Entry storage entry) {
        entry = _known(boundaryId);
        if (msg.sender != entry.recoveryKey) revert NotRecoveryKey(boundaryId, msg.sender);
        _endInheritance(boundaryId);
    }

    function _endInheritance(bytes32 boundaryId) internal {
        Inheritance storage inheritance = _inheritances[boundaryId];
        if (inheritance.ripeAt == 0) return;
        (inheritance.successor, inheritance.ripeAt) = (address(0), 0);
        emit InheritanceRefused(_nextSeq(), boundaryId, msg.sender);
    }

    function _register(bytes32 boundaryId, uint40 timeLock, address agent) internal {
        if (boundaryId == bytes32(0)) revert ZeroId();
        if (timeLock > LONGEST_TIME_LOCK) revert TimeLockTooLong(timeLock, LONGEST_TIME_LOCK);
        Entry storage entry = _boundaries[boundaryId];
        if (entry.status != BoundaryStatus.None) revert BoundaryExists(boundaryId);
        entry.status = BoundaryStatus.Active;
        entry.timeLock = timeLock;
        entry.agent = agent;
        _boundaryIds.push(boundaryId);
        emit BoundaryRegistered(_nextSeq(), boundaryId, timeLock, agent);
    }

    // -------------------------------------------------------------------- ids

    function _requireFresh(bytes32 opId) internal view {
        if (opId == bytes32(0)) revert ZeroId();
        Outcome known = outcomeOf[opId];
        if (known != Outcome.None) revert OperationKnown(opId, known);
    }

    function _execute(bytes32 opId) internal {
        _requireFresh(opId);
        outcomeOf[opId] = Outcome.Executed;
    }

    function _settlementOutcome(uint64 opSeq) internal view returns (Outcome) {
        (uint256 word, uint256 shift) = _place(opSeq);
        return Outcome((_settlementOutcomes[word] >> shift) & 3);
    }

    /// @dev The caller has seen that the number has no outcome yet.
    function _markSettlement(uint64 opSeq, Outcome outcome) internal {
        (uint256 word, uint256 shift) = _place(opSeq);
        _settlementOutcomes[word] |= uint256(outcome) << shift;
        uint64 highest = highestOpSeq;
        if (opSeq <= highest) return;
        if (opSeq - highest > LONGEST_JUMP) revert NumberTooFar(opSeq, highest);
        highestOpSeq = opSeq;
    }

    /// @dev Where the two bits of a number lie.
    function _place(uint64 opSeq) private pure returns (uint256 word, uint256 shift) {
        word = opSeq >> 7;
        shift = (opSeq & 127) << 1;
    }

    function _executeSettlement(uint64 opSeq) internal {
        Outcome known = _settlementOutcome(opSeq);
        if (known != Outcome.None) revert SettlementKnown(opSeq, known);
        _markSettlement(opSeq, Outcome.Executed);
    }

    // --------------------------------------------------------------- balances

    /// @dev Adds value that came from outside. A frozen boundary is credited too: value that arrives is never
    /// left without an owner.
    function _credit(bytes32 boundaryId, bytes32 ref, uint128 amount, CreditKind kind) internal {
        Entry storage entry = _known(boundaryId);
        uint128 balanceAfter = entry.balance + amount;
        entry.balance = balanceAfter;
        _counters.total += amount;
        _addStanding(entry, boundaryId, amount);
        emit Credited(_nextSeq(), boundaryId, ref, amount, balanceAfter, kind);
    }

    function _debit(Entry storage entry, bytes32 boundaryId, uint128 amount) internal returns (uint128 balanceAfter) {
        uint128 balance = entry.balance;
        if (balance < amount) revert InsufficientBalance(boundaryId, balance, amount);
        balanceAfter = balance - amount;
        entry.balance = balanceAfter;
    }

    function _requireDestination(address to) internal view {
        if (to == address(0) || to == address(this) || to == address(token)) revert InvalidDestination(to);
    }

    /// @dev Every way out of the pool ends here, after the state says so. Nothing is not sent: some tokens refuse
    /// that, and a freeze must not depend on them.
    function _pay(address to, uint128 amount) internal {
        if (amount != 0) token.safeTransfer(to, amount);
    }
}
