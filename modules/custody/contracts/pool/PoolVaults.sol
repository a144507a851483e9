// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {PoolHolders} from "./PoolHolders.sol";

/// @title Exchange objects and their vaults
/// @notice Each exchange object has a vault of its own. Value in a vault still belongs to the boundary; it is
/// counted in `vaulted` instead of `balance`. It leaves only back to the boundary, or as profit and loss against
/// a house.
abstract contract PoolVaults is PoolHolders {
    /// @notice Adds an exchange object, once, and deploys its vault.
    function registerExchangeObject(bytes32 objectId, bytes32 boundaryId) external onlySettler whenRunning {
        if (objectId == bytes32(0)) revert ZeroId();
        _active(boundaryId);
        ExchangeObject storage object = _objects[objectId];
        if (object.vault != address(0)) revert ExchangeObjectExists(objectId);
        address vault = _deployHolder(keccak256(abi.encode("vault", objectId)));
        object.boundaryId = boundaryId;
        object.vault = vault;
        _objectIds.push(objectId);
        emit ExchangeObjectRegistered(_nextSeq(), objectId, boundaryId, vault);
    }

    /// @notice From the boundary's balance into the vault. What exits that wait will take stays.
    /// @param opId An operation id of the caller: those of agents live in a space of their own, so that an agent
    /// cannot use up the id of somebody's withdrawal.
    function fundVault(bytes32 opId, bytes32 objectId, uint128 amount) external whenRunning nonReentrant {
        (ExchangeObject storage object, Entry storage entry, bytes32 id) = _begin(opId, objectId, amount);
        bytes32 boundaryId = object.boundaryId;
        uint128 reserved = _waiting[boundaryId].amount;
        uint128 balance = entry.balance;
        if (balance < reserved || balance - reserved < amount) {
            revert InsufficientBalance(boundaryId, balance < reserved ? 0 : balance - reserved, amount);
        }
        entry.balance = balance - amount;
        uint128 vaultAfter = _raise(object, entry, amount);
        emit VaultFunded(_nextSeq(), id, objectId, boundaryId, amount, vaultAfter, balance - amount);
        _pay(object.vault, amount);
    }

    /// @notice From the vault back into the boundary's balance. Tokens that strayed into the vault come along and
    /// become unattributed in the pool.
    function returnVault(bytes32 opId, bytes32 objectId, uint128 amount) external whenRunning nonReentrant {
        (ExchangeObject storage object, Entry storage entry, bytes32 id) = _begin(opId, objectId, amount);
        uint128 vaultAfter = _lower(object, entry, objectId, amount);
        uint128 balanceAfter = entry.balance + amount;
        entry.balance = balanceAfter;
        emit VaultReturned(_nextSeq(), id, objectId, object.boundaryId, amount, vaultAfter, balanceAfter);
        _bringHome(object, objectId, amount);
    }

    /// @notice The holder of the recovery key brings a vault home once the boundary is frozen, then takes it with
    /// `recoveryWithdraw`. A halt does not stop it. While there is one the admin may, so that `takeBack` reaches what a
    /// thief has put there.
    function recoverVault(bytes32 objectId) external nonReentrant {
        ExchangeObject storage object = _object(objectId);
        bytes32 boundaryId = object.boundaryId;
        Entry storage entry = _boundaries[boundaryId];
        if (msg.sender != admin || !_counters.halted) {
            _held(boundaryId);
            if (entry.status == BoundaryStatus.Active) revert BoundaryActive(boundaryId);
        }
        uint128 amount = object.balance;
        _lower(object, entry, objectId, amount);
        uint128 balanceAfter = entry.balance + amount;
        entry.balance = balanceAfter;
        emit VaultRecovered(_nextSeq(), objectId, boundaryId, amount, balanceAfter);
        _bringHome(object, objectId, amount);
    }

    /// @notice Settles profit (`delta` > 0, house pays) or loss (`delta` < 0, vault pays) against a house, so that
    /// what boundaries own on-chain follows the ledger and the total stays the same. The side that pays has to be
    /// unprotected: otherwise trading would be a way past time lock and co-signer.
    /// @param delta Base units.
    function settleVault(uint64 opSeq, bytes32 opId, bytes32 objectId, bytes32 houseId, int128 delta)
        external
        onlySettler
        whenRunning
        nonReentrant
    {
        ExchangeObject storage object = _object(objectId);
        if (delta == 0) revert ZeroAmount(opId);
        if (houseId == object.boundaryId) revert SameBoundary(houseId);
        Entry storage entry = _active(object.boundaryId);
        Entry storage house = _active(houseId);
        if (!house.house) revert NotHouse(houseId);
        _unprotected(delta > 0 ? houseId : object.boundaryId);
        _executeSettlement(opSeq);
        _note(entry, object.boundaryId, _period());
        _note(house, houseId, _period());
        if (delta > 0) {
            uint128 profit = uint128(delta);
            uint128 houseAfter = _debit(house, houseId, profit);
            uint128 vaultAfter = _raise(object, entry, profit);
            emit VaultSettled(_nextSeq(), opSeq, opId, objectId, houseId, delta, vaultAfter, houseAfter);
            _pay(object.vault, profit);
        } else {
            uint128 loss = SafeCast.toUint128(uint256(-int256(delta)));
            uint128 vaultAfter = _lower(object, entry, objectId, loss);
            uint128 houseAfter = house.balance + loss;
            house.balance = houseAfter;
            emit VaultSettled(_nextSeq(), opSeq, opId, objectId, houseId, delta, vaultAfter, houseAfter);
            _bringHome(object, objectId, loss);
        }
    }

    /// @notice All zero for an unknown id.
    function exchangeObject(bytes32 objectId) external view returns (ExchangeObject memory) {
        return _objects[objectId];
    }

    function exchangeObjectCount() external view returns (uint256) {
        return _objectIds.length;
    }

    function exchangeObjectIdAt(uint256 index) external view returns (bytes32) {
        return _objectIds[index];
    }

    /// @dev Checks and marks what funding and returning have in common.
    /// @return object The exchange object.
    /// @return entry Its boundary, active.
    /// @return id The operation id as the pool keeps it.
    function _begin(bytes32 opId, bytes32 objectId, uint128 amount)
        private
        returns (ExchangeObject storage object, Entry storage entry, bytes32 id)
    {
        object = _object(objectId);
        entry = _active(object.boundaryId);
        id = opId;
        if (!isSettler[msg.sender]) {
            if (msg.sender != entry.agent) revert NotSettlerOrAgent(object.boundaryId, msg.sender);
            if (opId == bytes32(0)) revert ZeroId();
            id = keccak256(abi.encode(msg.sender, opId));
        }
        _execute(id);
        if (amount == 0) revert ZeroAmount(opId);
    }

    function _object(bytes32 objectId) private view returns (ExchangeObject storage object) {
        object = _objects[objectId];
        if (object.vault == address(0)) revert UnknownExchangeObject(objectId);
    }

    function _raise(ExchangeObject storage object, Entry storage entry, uint128 amount)
        private
        returns (uint128 vaultAfter)
    {
        vaultAfter = object.balance + amount;
        object.balance = vaultAfter;
        entry.vaulted += amount;
        vaultedTotal += amount;
    }

    function _lower(ExchangeObject storage object, Entry storage entry, bytes32 objectId, uint128 amount)
        private
        returns (uint128 vaultAfter)
    {
        uint128 balance = object.balance;
        if (balance < amount) revert InsufficientVault(objectId, balance, amount);
        vaultAfter = balance - amount;
        object.balance = vaultAfter;
        entry.vaulted -= amount;
        vaultedTotal -= amount;
    }

    /// @dev Leaves in the vault what its object still owns and brings the rest, at least `amount`: a vault that
    /// lost tokens must not be made whole with those of other boundaries.
    function _bringHome(ExchangeObject storage object, bytes32 objectId, uint128 amount) private {
        uint256 held = token.balanceOf(object.vault);
        uint256 stays = object.balance;
        if (held < stays + amount) revert VaultShort(objectId, held, stays + amount);
        if (held != stays) _collect(object.vault, held - stays);
    }
}
