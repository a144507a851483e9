// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CosignerGroup} from "../CosignerGroup.sol";
import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {ContractCosigner} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// Groups of co-signers, and how signatures end.
contract CosignersTest is World {
    uint256 private constant ONE = 0x1111;
    uint256 private constant TWO = 0x2222;
    uint256 private constant SAFE_OWNER = 0x3333;
    CosignerGroup private _group;
    address private _safe;

    function setUp() public {
        _build();
        _mint(ARMED, 1000);
        _safe = address(new ContractCosigner(vm.addr(SAFE_OWNER)));
        bytes[] memory members = new bytes[](3);
        members[0] = abi.encodePacked(vm.addr(ONE));
        members[1] = abi.encodePacked(vm.addr(TWO));
        members[2] = abi.encodePacked(_safe);
        _group = new CosignerGroup(members, 2);
    }

    // ------------------------------------------------------------------- groups

    function test_twoOfThreePayKeysAndContractsAlike() public {
        _name(address(_group));
        bytes32 hash = _hash("op");
        _withdraw("op", _of(vm.addr(ONE), ONE, _safe, SAFE_OWNER, hash));
        _same(token.balanceOf(PAYEE), 10, "paid");
        bytes32 other = _hash("other");
        _withdraw("other", _of(vm.addr(TWO), TWO, vm.addr(ONE), ONE, other));
        _same(token.balanceOf(PAYEE), 20, "paid, in any order");
    }

    function test_lessThanTheThresholdPaysNothing() public {
        _name(address(_group));
        bytes32 hash = _hash("op");
        bytes[] memory signers = new bytes[](1);
        bytes[] memory signatures = new bytes[](1);
        (signers[0], signatures[0]) = (abi.encodePacked(vm.addr(ONE)), _sign(ONE, hash));
        _refusedOf("op", abi.encode(signers, signatures));
        _refusedOf("op", _of(vm.addr(ONE), ONE, vm.addr(ONE), ONE, hash));
        _refusedOf("op", _of(vm.addr(ONE), ONE, holder, HOLDER_KEY, hash));
        _refusedOf("op", _of(vm.addr(ONE), ONE, vm.addr(TWO), ONE, hash));
        _refusedOf("op", _of(vm.addr(ONE), ONE, vm.addr(TWO), TWO, _hash("other")));
        _refusedOf("op", _sign(ONE, hash));
        _refusedOf("op", "");
    }

    function test_aMemberTakesItsSignatureBackAndNotThoseOfOthers() public {
        _name(address(_group));
        bytes32 hash = _hash("op");
        _refused(abi.encodeWithSelector(CosignerGroup.NotSigner.selector, STRANGER));
        vm.prank(STRANGER);
        _group.revoke(_digest(hash));
        vm.prank(vm.addr(ONE));
        _group.revoke(_digest(hash));
        _refusedOf("op", _of(vm.addr(ONE), ONE, vm.addr(TWO), TWO, hash));
        _withdraw("op", _of(vm.addr(TWO), TWO, _safe, SAFE_OWNER, hash));
        _same(token.balanceOf(PAYEE), 10, "paid by the others");
    }

    /// A group calls nobody: its members sign that another co-signer takes its place.
    function test_aGroupNamesItsSuccessorOnce() public {
        _name(address(_group));
        bytes32 hash = _change(cosigner, pool.armingOf(ARMED).proposals);
        bytes memory signed = _of(vm.addr(ONE), ONE, vm.addr(TWO), TWO, hash);
        bytes memory invalid =
            abi.encodeWithSelector(ICustodyErrors.InvalidConsent.selector, ARMED, address(_group));
        _refused(invalid);
        pool.setCosignerFor(ARMED, holder, block.timestamp, signed);
        pool.setCosignerFor(ARMED, cosigner, block.timestamp, signed);
        require(pool.boundary(ARMED).cosigner == cosigner, "the successor");
        _name(address(_group));
        _refused(invalid);
        pool.setCosignerFor(ARMED, cosigner, block.timestamp, signed);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotArmed.selector, HELD));
        pool.setCosignerFor(HELD, cosigner, block.timestamp, signed);
    }

    // ------------------------------------------------------------------ endings

    function test_theCosignerTakesASignatureBackAndNobodyElse() public {
        bytes memory signed = _sign(COSIGNER_KEY, _hash("op"));
        _refused(abi.encodeWithSelector(ICustodyErrors.NotCosigner.selector, ARMED, OPERATOR));
        vm.prank(OPERATOR);
        pool.revokeCosignature(ARMED, "op");
        vm.prank(cosigner);
        pool.revokeCosignature(ARMED, "op");
        _refusedOf("op", signed);
        _withdraw("other", _sign(COSIGNER_KEY, _hash("other")));
        _same(token.balanceOf(PAYEE), 10, "the other one is good");
    }

    function test_armingAgainEndsOldSignatures() public {
        bytes memory signed = _sign(COSIGNER_KEY, _hash("op"));
        vm.prank(cosigner);
        pool.setCosigner(ARMED, address(0));
        _arm(ARMED, cosigner);
        _refusedOf("op", signed);
        _withdraw("op", _sign(COSIGNER_KEY, _hash("op")));
        _same(token.balanceOf(PAYEE), 10, "signed anew");
    }

    function test_aCosignerThatComesBackSignsAnew() public {
        bytes memory signed = _sign(COSIGNER_KEY, _hash("op"));
        _name(holder);
        vm.prank(holder);
        pool.setCosigner(ARMED, cosigner);
        _same(pool.armingOf(ARMED).number, 3, "changes");
        _refusedOf("op", signed);
    }

    // ----------------------------------------------------------------- internal

    function _name(address successor) private {
        vm.prank(cosigner);
        pool.setCosigner(ARMED, successor);
    }

    function _hash(bytes32 opId) private view returns (bytes32) {
        return _withdrawalHash(opId, ARMED, PAYEE, 10, block.timestamp);
    }

    function _change(address successor, uint256 proposals) private view returns (bytes32) {
        bytes32 kind = keccak256("CosignerChange(bytes32 boundary,address cosigner,uint256 proposals,uint256 deadline)");
        return keccak256(abi.encode(kind, ARMED, successor, proposals, block.timestamp));
    }

    function _of(address one, uint256 keyOfOne, address two, uint256 keyOfTwo, bytes32 hash)
        private
        view
        returns (bytes memory)
    {
        bytes[] memory signers = new bytes[](2);
        bytes[] memory signatures = new bytes[](2);
        (signers[0], signatures[0]) = (abi.encodePacked(one), _sign(keyOfOne, hash));
        (signers[1], signatures[1]) = (abi.encodePacked(two), _sign(keyOfTwo, hash));
        return abi.encode(signers, signatures);
    }

    function _withdraw(bytes32 opId, bytes memory signature) private {
        vm.prank(OPERATOR);
        pool.withdrawCosigned(opId, ARMED, PAYEE, 10, block.timestamp, signature);
    }

    function _refusedOf(bytes32 opId, bytes memory signature) private {
        address named = pool.boundary(ARMED).cosigner;
        _refused(abi.encodeWithSelector(ICustodyErrors.InvalidCosignature.selector, ARMED, named));
        _withdraw(opId, signature);
    }
}
