// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolCosign} from "./PoolCosign.sol";

/// @title Boundaries and what protects them: recovery key, lock, time lock, co-signer
/// @notice The operator may add protection, never take it away.
abstract contract PoolBoundaries is PoolCosign {
    /// @notice Seconds. A longer lock would be a way to take value hostage.
    uint40 public constant LONGEST_TIME_LOCK = 365 days;

    /// @notice Adds a boundary, once.
    /// @param timeLock Seconds an exit waits; 0 = none.
    /// @param agent May move value between the pool and the vaults of this boundary, nothing else; zero = nobody.
    function registerBoundary(bytes32 boundaryId, uint40 timeLock, address agent) external onlyOperator whenRunning {
        _register(boundaryId, timeLock, agent);
    }

    /// @notice Replaces the agent, for example after a rotation of keys.
    function setAgent(bytes32 boundaryId, address agent) external onlyOperator whenRunning {
        _active(boundaryId).agent = agent;
        emit AgentChanged(_nextSeq(), boundaryId, agent);
    }

    // ------------------------------------------------------------ recovery key

    /// @notice Gives a boundary its recovery key, while it has none. The key waits for the time lock and the safety
    /// delay, whichever is longer: otherwise an operator would get past lock and cap with a key of its own. Past a
    /// co-signer it cannot get, because only a boundary that has its key can be armed.
    function registerRecoveryKey(bytes32 boundaryId, address recoveryKey) external onlyOperator whenRunning {
        Boundary storage entry = _active(boundaryId);
        if (recoveryKey == address(0)) revert ZeroAddress();
        if (entry.recoveryKey != address(0)) revert RecoveryKeyAlreadySet(boundaryId, entry.recoveryKey);
        if (entry.pendingRecoveryKey != address(0)) {
            revert RecoveryKeyAlreadySet(boundaryId, entry.pendingRecoveryKey);
        }
        uint40 wait = _longer(entry.timeLock, safetyDelay);
        if (wait == 0) {
            _setRecoveryKey(entry, boundaryId, recoveryKey);
        } else {
            _proposeRecoveryKey(entry, boundaryId, recoveryKey, uint40(block.timestamp) + wait);
        }
    }

    /// @notice The word of the admin or a guardian against a registration that waits. A key that took effect is out
    /// of their reach.
    function cancelRecoveryKey(bytes32 boundaryId) external {
        _onlyGuardian();
        Boundary storage entry = _known(boundaryId);
        if (entry.recoveryKey != address(0)) revert RecoveryKeyAlreadySet(boundaryId, entry.recoveryKey);
        if (entry.pendingRecoveryKey == address(0)) revert NoRecoveryKeyPending(boundaryId);
        _proposeRecoveryKey(entry, boundaryId, address(0), 0);
    }

    /// @notice First step of handing over; the new holder has to accept, so a typo loses nothing.
    /// @param proposed The zero address takes a proposal back.
    function proposeRecoveryKey(bytes32 boundaryId, address proposed) external {
        _proposeRecoveryKey(_held(boundaryId), boundaryId, proposed, 0);
    }

    /// @notice Second step. A registration whose time has come may be completed by anyone, so that
    /// nobody can keep its holder out; not while the pool is halted, which may be because of whoever registered it.
    function acceptRecoveryKey(bytes32 boundaryId) external {
        Boundary storage entry = _known(boundaryId);
        address proposed = entry.pendingRecoveryKey;
        if (proposed == address(0)) revert NoRecoveryKeyPending(boundaryId);
        if (entry.recoveryKey == address(0)) {
            _whenRunning();
            if (block.timestamp < entry.recoveryKeyRipeAt) {
                revert RecoveryKeyNotRipe(boundaryId, entry.recoveryKeyRipeAt);
            }
        } else if (msg.sender != proposed) {
            revert NotProposedRecoveryKey(boundaryId, msg.sender);
        }
        _setRecoveryKey(entry, boundaryId, proposed);
    }

    // -------------------------------------------------------- holder of the key

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

    // ------------------------------------------------------------- protections

    /// @notice Longer: the operator or the holder. Shorter: only the holder. Not while an exit waits, which would
    /// ripen under another rule than it was asked under.
    /// @param timeLock Seconds.
    function setTimeLock(bytes32 boundaryId, uint40 timeLock) external {
        Boundary storage entry = _known(boundaryId);
        if (msg.sender != entry.recoveryKey) {
            if (timeLock < entry.timeLock) revert NotRecoveryKey(boundaryId, msg.sender);
            _onlyOperator();
            _whenRunning();
            _active(boundaryId);
        }
        uint40 previous = entry.timeLock;
        if (timeLock == previous) revert TimeLockUnchanged(boundaryId, timeLock);
        if (timeLock > LONGEST_TIME_LOCK) revert TimeLockTooLong(timeLock, LONGEST_TIME_LOCK);
        _requireNoExit(boundaryId);
        entry.timeLock = timeLock;
        emit TimeLockChanged(_nextSeq(), boundaryId, previous, timeLock);
    }

    /// @notice Arms a boundary: from then on value leaves only with the co-signer's signature, and only the
    /// co-signer names another or disarms. Needs a recovery key: it is the way out when a co-signer is lost, and
    /// whoever may register one later would hold a way past the co-signer.
    /// @param cosigner A key or a contract (ERC-1271); zero disarms.
    function setCosigner(bytes32 boundaryId, address cosigner) external {
        Boundary storage entry = _known(boundaryId);
        if (entry.armed) {
            if (msg.sender != entry.cosigner) revert NotCosigner(boundaryId, msg.sender);
        } else {
            _onlyOperator();
            _whenRunning();
            _active(boundaryId);
            if (cosigner == address(0)) revert ZeroAddress();
            if (entry.recoveryKey == address(0)) revert NoRecoveryKey(boundaryId);
            _requireNoExit(boundaryId);
        }
        entry.cosigner = cosigner;
        entry.armed = cosigner != address(0);
        emit CosignerChanged(_nextSeq(), boundaryId, cosigner);
    }

    /// @notice What the ledger owes inside a boundary, for anyone to compare with `balance + vaulted`.
    /// @param obligations Base units.
    /// @param ledgerSeq The ledger's sequence number of that moment; never goes back.
    function attestObligations(bytes32 boundaryId, uint128 obligations, uint64 ledgerSeq)
        external
        onlyOperator
        whenRunning
    {
        Boundary storage entry = _known(boundaryId);
        if (ledgerSeq <= entry.obligationsSeq) revert StaleAttestation(boundaryId, entry.obligationsSeq, ledgerSeq);
        entry.obligations = obligations;
        entry.obligationsSeq = ledgerSeq;
        emit ObligationsAttested(_nextSeq(), boundaryId, obligations, ledgerSeq);
    }

    // ---------------------------------------------------------------- internal

    function _register(bytes32 boundaryId, uint40 timeLock, address agent) internal {
        if (boundaryId == bytes32(0)) revert ZeroId();
        if (timeLock > LONGEST_TIME_LOCK) revert TimeLockTooLong(timeLock, LONGEST_TIME_LOCK);
        Boundary storage entry = _boundaries[boundaryId];
        if (entry.status != BoundaryStatus.None) revert BoundaryExists(boundaryId);
        entry.status = BoundaryStatus.Active;
        entry.timeLock = timeLock;
        entry.agent = agent;
        _boundaryIds.push(boundaryId);
        emit BoundaryRegistered(_nextSeq(), boundaryId, timeLock, agent);
    }

    function _proposeRecoveryKey(Boundary storage entry, bytes32 boundaryId, address proposed, uint40 ripeAt) private {
        entry.pendingRecoveryKey = proposed;
        entry.recoveryKeyRipeAt = ripeAt;
        emit RecoveryKeyProposed(_nextSeq(), boundaryId, proposed, ripeAt);
    }

    function _setRecoveryKey(Boundary storage entry, bytes32 boundaryId, address recoveryKey) private {
        entry.recoveryKey = recoveryKey;
        entry.pendingRecoveryKey = address(0);
        entry.recoveryKeyRipeAt = 0;
        emit RecoveryKeyRegistered(_nextSeq(), boundaryId, recoveryKey);
    }

    function _requireNoExit(bytes32 boundaryId) internal view {
        uint64 count = _waiting[boundaryId].count;
        if (count != 0) revert ExitsPending(boundaryId, count);
    }
}
