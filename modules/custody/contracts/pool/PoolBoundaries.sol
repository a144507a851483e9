// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolCosign} from "./PoolCosign.sol";

/// @title Boundaries and what protects them: recovery key, time lock, co-signer
/// @notice The operator may add protection, never take it away. Where a pool has a safety delay, keys take effect when it
/// is over, and with their own word: a key that nobody holds would lock a boundary up, or nobody in.
abstract contract PoolBoundaries is PoolCosign {
    bytes32 private constant RECOVERY_KEY_TYPE =
        keccak256("RecoveryKey(bytes32 boundary,address recoveryKey,uint256 deadline)");
    bytes32 private constant COSIGNER_TYPE =
        keccak256("Cosigner(bytes32 boundary,address cosigner,uint256 deadline)");
    bytes32 private constant COSIGNER_CHANGE_TYPE =
        keccak256("CosignerChange(bytes32 boundary,address cosigner,uint256 proposals,uint256 deadline)");

    /// @notice Adds a boundary, once.
    /// @param timeLock Seconds an exit waits; 0 = none.
    /// @param agent May move value between the pool and the vaults of this boundary, nothing else; zero = nobody.
    function registerBoundary(bytes32 boundaryId, uint40 timeLock, address agent) external onlySettler whenRunning {
        _register(boundaryId, timeLock, agent);
    }

    /// @notice Replaces the agent, for example after a rotation of keys.
    function setAgent(bytes32 boundaryId, address agent) external onlySettler whenRunning {
        _active(boundaryId).agent = agent;
        emit AgentChanged(_nextSeq(), boundaryId, agent);
    }

    // ------------------------------------------------------------ recovery key

    /// @notice Gives a boundary its recovery key, while it has none. The key waits for the time lock and the safety
    /// delay, whichever is longer: otherwise an operator would get past lock and cap with a key of its own. Past a
    /// co-signer it cannot get, because only a boundary that has its key can be armed.
    function registerRecoveryKey(bytes32 boundaryId, address recoveryKey) external onlyOperator whenRunning {
        Entry storage entry = _active(boundaryId);
        if (recoveryKey == address(0)) revert ZeroAddress();
        if (entry.recoveryKey != address(0)) revert RecoveryKeyAlreadySet(boundaryId, entry.recoveryKey);
        if (entry.pendingRecoveryKey != address(0)) {
            revert RecoveryKeyAlreadySet(boundaryId, entry.pendingRecoveryKey);
        }
        _beginStanding(entry, boundaryId);
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
        Entry storage entry = _known(boundaryId);
        if (entry.recoveryKey != address(0)) revert RecoveryKeyAlreadySet(boundaryId, entry.recoveryKey);
        if (entry.pendingRecoveryKey == address(0)) revert NoRecoveryKeyPending(boundaryId);
        _proposeRecoveryKey(entry, boundaryId, address(0), 0);
    }

    /// @notice First step of handing over; the new holder has to accept, so a typo loses nothing.
    /// @param proposed The zero address takes a proposal back.
    function proposeRecoveryKey(bytes32 boundaryId, address proposed) external {
        _proposeRecoveryKey(_held(boundaryId), boundaryId, proposed, 0);
    }

    /// @notice Second step, by the key itself. The registration of a first key has to be ripe; where there is no safety
    /// delay anyone may complete it, so that nobody can keep its holder out. Not while the pool is halted, which may be
    /// because of whoever registered it.
    function acceptRecoveryKey(bytes32 boundaryId) external {
        (Entry storage entry, address proposed) = _proposedKey(boundaryId);
        bool isAsked = entry.recoveryKey != address(0) || safetyDelay != 0;
        if (isAsked && msg.sender != proposed) revert NotProposedRecoveryKey(boundaryId, msg.sender);
        _setRecoveryKey(entry, boundaryId, proposed);
    }

    /// @notice The same by anyone who has the key's word.
    /// @param signature Of the proposed key, EIP-712 `RecoveryKey`.
    function acceptRecoveryKeyFor(bytes32 boundaryId, uint256 deadline, bytes calldata signature) external {
        (Entry storage entry, address proposed) = _proposedKey(boundaryId);
        bytes32 hash = keccak256(abi.encode(RECOVERY_KEY_TYPE, boundaryId, proposed, deadline));
        _requireConsent(boundaryId, proposed, hash, deadline, signature);
        _setRecoveryKey(entry, boundaryId, proposed);
    }

    // ------------------------------------------------------------- protections

    /// @notice How long a time lock that an operator made longer may be set back. Seconds.
    uint40 public constant REVOCATION_WINDOW = 48 hours;

    /// @notice Longer: the operator or the holder. Shorter: only the holder. Not while an exit waits, which would
    /// ripen under another rule than it was asked under.
    /// @param timeLock Seconds.
    function setTimeLock(bytes32 boundaryId, uint40 timeLock) external {
        Entry storage entry = _known(boundaryId);
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
        // The holder has the last word; else what was there before the first of several is kept.
        if (msg.sender == entry.recoveryKey) {
            _endInheritance(boundaryId);
            delete _lengthenings[boundaryId];
        } else {
            Lengthening storage kept = _lengthenings[boundaryId];
            if (kept.until < block.timestamp) kept.previous = previous;
            kept.until = uint40(block.timestamp) + REVOCATION_WINDOW;
        }
        entry.timeLock = timeLock;
        emit TimeLockChanged(_nextSeq(), boundaryId, previous, timeLock);
    }

    /// @notice The admin, a guardian or the holder of the recovery key sets a time lock back that an operator made longer:
    /// whoever stole its key could else take value hostage for a year. Not while an exit waits: cancel it first.
    function revokeTimeLock(bytes32 boundaryId) external {
        Entry storage entry = _known(boundaryId);
        if (!isGuardian[msg.sender] && msg.sender != admin && msg.sender != entry.recoveryKey) {
            revert NotAllowedToCancel(boundaryId, msg.sender);
        }
        Lengthening memory kept = _lengthenings[boundaryId];
        if (kept.until < block.timestamp) revert NoTimeLockToRevoke(boundaryId);
        _requireNoExit(boundaryId);
        delete _lengthenings[boundaryId];
        (uint40 previous, uint40 timeLock) = (entry.timeLock, kept.previous);
        entry.timeLock = timeLock;
        emit TimeLockRevoked(_nextSeq(), boundaryId, msg.sender, timeLock);
        emit TimeLockChanged(_nextSeq(), boundaryId, previous, timeLock);
    }

    /// @notice Arms a boundary: from then on value leaves only with the co-signer's signature, and only the
    /// co-signer names another or disarms. Needs a recovery key: it is the way out when a co-signer is lost, and
    /// whoever may register one later would hold a way past the co-signer. All of it waits for the safety delay: whoever
    /// stole a key neither takes a boundary hostage nor opens it before somebody looks.
    /// @param cosigner A key or a contract (ERC-1271); zero disarms.
    function setCosigner(bytes32 boundaryId, address cosigner) external {
        Entry storage entry = _known(boundaryId);
        if (entry.armed) {
            if (msg.sender != entry.cosigner) revert NotCosigner(boundaryId, msg.sender);
        } else {
            _onlyOperator();
            _whenRunning();
            if (cosigner == address(0)) revert ZeroAddress();
        }
        _proposeCosigner(entry, boundaryId, cosigner);
    }

    /// @notice The same for an armed boundary, by anyone who has its co-signer's word: a contract may be none that calls.
    /// @param signature Of the co-signer there is, EIP-712 `CosignerChange`; `proposals` as `armingOf` says.
    function setCosignerFor(bytes32 boundaryId, address cosigner, uint256 deadline, bytes calldata signature) external {
        Entry storage entry = _known(boundaryId);
        if (!entry.armed) revert NotArmed(boundaryId);
        uint256 proposals = _armings[boundaryId].proposals;
        bytes32 hash = keccak256(abi.encode(COSIGNER_CHANGE_TYPE, boundaryId, cosigner, proposals, deadline));
        _requireConsent(boundaryId, entry.cosigner, hash, deadline, signature);
        _proposeCosigner(entry, boundaryId, cosigner);
    }

    /// @notice The co-signer takes back what it signed for an operation. Members of a group do so there.
    function revokeCosignature(bytes32 boundaryId, bytes32 opId) external {
        if (msg.sender != _known(boundaryId).cosigner) revert NotCosigner(boundaryId, msg.sender);
        _isRevoked[boundaryId][opId] = true;
        emit CosignatureRevoked(_nextSeq(), boundaryId, opId, msg.sender);
    }

    /// @notice Second step, by the co-signer that was proposed; by anyone, to disarm. Not while the pool is halted.
    function acceptCosigner(bytes32 boundaryId) external {
        address proposed = _ripeCosigner(boundaryId);
        if (proposed != address(0) && msg.sender != proposed) revert NotProposedCosigner(boundaryId, msg.sender);
        _setCosigner(_boundaries[boundaryId], boundaryId, proposed);
    }

    /// @notice The same by anyone who has the co-signer's word.
    /// @param signature Of the proposed co-signer, EIP-712 `Cosigner`.
    function acceptCosignerFor(bytes32 boundaryId, uint256 deadline, bytes calldata signature) external {
        address proposed = _ripeCosigner(boundaryId);
        bytes32 hash = keccak256(abi.encode(COSIGNER_TYPE, boundaryId, proposed, deadline));
        _requireConsent(boundaryId, proposed, hash, deadline, signature);
        _setCosigner(_boundaries[boundaryId], boundaryId, proposed);
    }

    /// @notice The word of the admin, a guardian or the holder of the recovery key against a change that waits.
    function cancelCosigner(bytes32 boundaryId) external {
        if (!isGuardian[msg.sender] && msg.sender != admin && msg.sender != _known(boundaryId).recoveryKey) {
            revert NotAllowedToCancel(boundaryId, msg.sender);
        }
        if (_cosignerChanges[boundaryId].ripeAt == 0) revert NoCosignerPending(boundaryId);
        delete _cosignerChanges[boundaryId];
        emit CosignerCancelled(_nextSeq(), boundaryId, msg.sender);
    }

    /// @notice What signatures for a boundary name.
    function armingOf(bytes32 boundaryId) external view returns (Arming memory) {
        return _armings[boundaryId];
    }

    /// @notice The co-signer of a boundary that waits; all zero when none does.
    function proposedCosigner(bytes32 boundaryId) external view returns (CosignerChange memory) {
        return _cosignerChanges[boundaryId];
    }

    /// @notice What the ledger owes inside a boundary, for anyone to compare with `balance + vaulted`.
    /// @param obligations Base units.
    /// @param ledgerSeq The ledger's sequence number of that moment; never goes back.
    function attestObligations(bytes32 boundaryId, uint128 obligations, uint64 ledgerSeq)
        external
        onlySettler
        whenRunning
    {
        Entry storage entry = _known(boundaryId);
        if (ledgerSeq <= entry.obligationsSeq) revert StaleAttestation(boundaryId, entry.obligationsSeq, ledgerSeq);
        entry.obligations = obligations;
        entry.obligationsSeq = ledgerSeq;
        emit ObligationsAttested(_nextSeq(), boundaryId, obligations, ledgerSeq);
    }

    // ---------------------------------------------------------------- internal

    function _proposeRecoveryKey(Entry storage entry, bytes32 boundaryId, address proposed, uint40 ripeAt) private {
        entry.pendingRecoveryKey = proposed;
        entry.recoveryKeyRipeAt = ripeAt;
        emit RecoveryKeyProposed(_nextSeq(), boundaryId, proposed, ripeAt);
    }

    /// @dev The key that a boundary may get now.
    function _proposedKey(bytes32 boundaryId) private view returns (Entry storage entry, address proposed) {
        entry = _known(boundaryId);
        proposed = entry.pendingRecoveryKey;
        if (proposed == address(0)) revert NoRecoveryKeyPending(boundaryId);
        if (entry.recoveryKey != address(0)) return (entry, proposed);
        _whenRunning();
        if (block.timestamp < entry.recoveryKeyRipeAt) revert RecoveryKeyNotRipe(boundaryId, entry.recoveryKeyRipeAt);
    }

    /// @dev Whoever is to inherit from the key before does not inherit from this one.
    function _setRecoveryKey(Entry storage entry, bytes32 boundaryId, address recoveryKey) internal {
        _endInheritance(boundaryId);
        entry.recoveryKey = recoveryKey;
        entry.pendingRecoveryKey = address(0);
        entry.recoveryKeyRipeAt = 0;
        emit RecoveryKeyRegistered(_nextSeq(), boundaryId, recoveryKey);
    }

    function _proposeCosigner(Entry storage entry, bytes32 boundaryId, address cosigner) private {
        ++_armings[boundaryId].proposals;
        if (safetyDelay == 0) return _setCosigner(entry, boundaryId, cosigner);
        if (!entry.armed) _requireArmable(entry, boundaryId);
        uint40 ripeAt = uint40(block.timestamp) + safetyDelay;
        _cosignerChanges[boundaryId] = CosignerChange(cosigner, ripeAt);
        emit CosignerProposed(_nextSeq(), boundaryId, cosigner, ripeAt);
    }

    function _ripeCosigner(bytes32 boundaryId) private view returns (address) {
        _whenRunning();
        CosignerChange memory change = _cosignerChanges[boundaryId];
        if (change.ripeAt == 0) revert NoCosignerPending(boundaryId);
        if (block.timestamp < change.ripeAt) revert CosignerNotRipe(boundaryId, change.ripeAt);
        return change.cosigner;
    }

    function _setCosigner(Entry storage entry, bytes32 boundaryId, address cosigner) private {
        if (!entry.armed) _requireArmable(entry, boundaryId);
        delete _cosignerChanges[boundaryId];
        ++_armings[boundaryId].number;
        entry.cosigner = cosigner;
        entry.armed = cosigner != address(0);
        emit CosignerChanged(_nextSeq(), boundaryId, cosigner);
    }

    /// @dev What waits was asked for without a signature, and would leave without one.
    function _requireArmable(Entry storage entry, bytes32 boundaryId) private view {
        _active(boundaryId);
        if (entry.recoveryKey == address(0)) revert NoRecoveryKey(boundaryId);
        _requireNoExit(boundaryId);
    }

    function _requireNoExit(bytes32 boundaryId) private view {
        uint64 count = _waiting[boundaryId].count;
        if (count != 0) revert ExitsPending(boundaryId, count);
    }
}
