// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {PoolOutflow} from "./PoolOutflow.sol";

/// @title What co-signers sign, and keys that agree to a role
/// @notice EIP-712, domain `ServiceCustody` / `1` / chain / pool, so a signature is worth nothing on another chain
/// or pool. `operationId` is the nonce: it has one outcome, so a signature is used once. `arming` counts the changes of
/// the co-signer: none signed before the last one is good. The co-signer is a key or a contract (ERC-1271), such as a
/// `CosignerGroup`; signatures with a high s are refused.
abstract contract PoolCosign is PoolOutflow, EIP712 {
    bytes32 private constant WITHDRAWAL_TYPE =
        keccak256(
            "Withdrawal(bytes32 operationId,bytes32 boundary,address to,uint256 amount,uint256 deadline,uint256 arming)"
        );
    bytes32 private constant CROSS_TRANSFER_TYPE = keccak256(
            "CrossTransfer(bytes32 operationId,bytes32 from,bytes32 to,uint256 amount,uint256 deadline,uint256 arming)"
        );

    constructor() EIP712("ServiceCustody", "1") {}

    function _requireCosignedWithdrawal(
        bytes32 opId,
        bytes32 boundaryId,
        address to,
        uint128 amount,
        uint256 deadline,
        bytes calldata signature
    ) internal view {
        uint256 arming = _armings[boundaryId].number;
        bytes32 hash = keccak256(abi.encode(WITHDRAWAL_TYPE, opId, boundaryId, to, amount, deadline, arming));
        _requireCosignature(opId, boundaryId, hash, deadline, signature);
    }

    function _requireCosignedTransfer(Settlement calldata item, uint256 deadline, bytes calldata signature)
        internal
        view
    {
        uint256 arming = _armings[item.fromId].number;
        bytes32 hash = keccak256(
            abi.encode(CROSS_TRANSFER_TYPE, item.opId, item.fromId, item.toId, item.amount, deadline, arming)
        );
        _requireCosignature(item.opId, item.fromId, hash, deadline, signature);
    }

    /// @dev The word of whoever is to get a role.
    function _requireConsent(
        bytes32 boundaryId,
        address account,
        bytes32 structHash,
        uint256 deadline,
        bytes calldata signature
    ) internal view {
        if (!_isSigned(account, structHash, deadline, signature)) revert InvalidConsent(boundaryId, account);
    }

    function _requireCosignature(
        bytes32 opId,
        bytes32 boundaryId,
        bytes32 structHash,
        uint256 deadline,
        bytes calldata signature
    ) private view {
        Entry storage entry = _boundaries[boundaryId];
        if (!entry.armed) revert NotArmed(boundaryId);
        address cosigner = entry.cosigner;
        if (!_isSigned(cosigner, structHash, deadline, signature) || _isRevoked[boundaryId][opId]) {
            revert InvalidCosignature(boundaryId, cosigner);
        }
    }

    /// @param deadline Unix seconds; still valid in a block of exactly that time.
    function _isSigned(address account, bytes32 structHash, uint256 deadline, bytes calldata signature)
        private
        view
        returns (bool)
    {
        if (block.timestamp > deadline) revert CosignExpired(deadline, block.timestamp);
        return SignatureChecker.isValidSignatureNowCalldata(account, _hashTypedDataV4(structHash), signature);
    }
}
