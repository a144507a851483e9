// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {MultiSignerERC7913} from "@openzeppelin/contracts/utils/cryptography/signers/MultiSignerERC7913.sol";

/// @title A co-signer that is k of n
/// @notice Named as the co-signer of a boundary like any contract (ERC-1271). Each member signs what the pool asks for, as
/// a co-signer alone would; the signature of the group is `abi.encode(bytes[] signers, bytes[] signatures)`, at least
/// `threshold` of them, each signer once. A member is an address, of a key or a contract (ERC-1271), or a verifier and its
/// key (ERC-7913, for example a passkey). A group never changes: a boundary that wants another names another group.
/// @dev What members sign names pool, boundary and arming, so it is good for no other group that they are in.
contract CosignerGroup is MultiSignerERC7913, IERC1271 {
    /// @notice Whether the member with this hash (`keccak256(signer)`) has taken its signature back.
    mapping(bytes32 signer => mapping(bytes32 hash => bool)) public isRevoked;

    event SignatureRevoked(address indexed signer, bytes32 indexed hash);

    error NotSigner(address caller);

    constructor(bytes[] memory signers, uint64 threshold) MultiSignerERC7913(signers, threshold) {}

    /// @notice The member that calls takes back what it signed; the others' signatures stay.
    /// @param hash What was signed, as `isValidSignature` is asked for it.
    function revoke(bytes32 hash) external {
        bytes memory signer = abi.encodePacked(msg.sender);
        if (!isSigner(signer)) revert NotSigner(msg.sender);
        isRevoked[keccak256(signer)][hash] = true;
        emit SignatureRevoked(msg.sender, hash);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _rawSignatureValidation(hash, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function _validateSignatures(bytes32 hash, bytes[] calldata signers, bytes[] calldata signatures)
        internal
        view
        override
        returns (bool)
    {
        for (uint256 i = 0; i < signers.length; ++i) {
            if (isRevoked[keccak256(signers[i])][hash]) return false;
        }
        return super._validateSignatures(hash, signers, signatures);
    }
}
