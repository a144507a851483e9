// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CustodyFactory} from "../../CustodyFactory.sol";
import {RealmCustody} from "../../RealmCustody.sol";
import {RealmCustodyExtension} from "../../RealmCustodyExtension.sol";
import {TestUSD} from "../../TestUSD.sol";
import {IRealmCustody} from "../../interfaces/IRealmCustody.sol";
import {Pool} from "./Pool.sol";
import {vm} from "./Vm.sol";

/// @title A realm to test: contracts, accounts, boundaries
/// @dev `CUSTODY_MUTANT` switches a planted fault on; `CUSTODY_ARTIFACTS` is the folder of a compiled pool to
/// test in place of the sources.
abstract contract World {
    uint256 internal constant COSIGNER_KEY = 0xc051;
    uint256 internal constant HOLDER_KEY = 0x4017;
    address internal constant ADMIN = address(0xad);
    address internal constant OPERATOR = address(0x09);
    address internal constant SETTLER = address(0x5e);
    address internal constant GUARDIAN = address(0x6a);
    address internal constant AGENT = address(0xa6);
    address internal constant STRANGER = address(0x57);
    address internal constant PAYEE = address(0x9a);
    uint40 internal constant LOCK = 1 days;

    bytes32 internal constant HOUSE = keccak256("house");
    bytes32 internal constant PLAIN = keccak256("plain");
    bytes32 internal constant HELD = keccak256("held");
    bytes32 internal constant LOCKED = keccak256("locked");
    bytes32 internal constant ARMED = keccak256("armed");
    bytes32 internal constant OBJECT = keccak256("object of plain");
    bytes32 internal constant LOCKED_OBJECT = keccak256("object of locked");
    bytes32 internal constant ARMED_OBJECT = keccak256("object of armed");

    CustodyFactory internal factory;
    Pool internal pool;
    TestUSD internal token;
    address internal cosigner;
    address internal holder;
    uint256 private _ids;

    function _build() internal {
        vm.warp(1_700_000_000);
        vm.deal(address(0xfa017), vm.envOr("CUSTODY_MUTANT", uint256(0)));
        cosigner = vm.addr(COSIGNER_KEY);
        holder = vm.addr(HOLDER_KEY);
        factory = new CustodyFactory(_implementation(), ADMIN, OPERATOR);
        token = new TestUSD(address(this), address(factory));
        pool = _pool("realm", IERC20(address(token)), true, _limits());
        _boundaries();
    }

    function _implementation() internal returns (address) {
        string memory folder = vm.envOr("CUSTODY_ARTIFACTS", string(""));
        if (bytes(folder).length == 0) return address(new RealmCustody(address(new RealmCustodyExtension())));
        address extension = _compiled(folder, "/RealmCustodyExtension.json", "");
        return _compiled(folder, "/RealmCustody.json", abi.encode(extension));
    }

    /// Whether the committed artifacts are tested.
    function _isCompiled() internal view returns (bool) {
        return bytes(vm.envOr("CUSTODY_ARTIFACTS", string(""))).length != 0;
    }

    function _compiled(string memory folder, string memory file, bytes memory arguments)
        private
        returns (address deployed)
    {
        string memory artifact = vm.readFile(string.concat(folder, file));
        bytes memory code = bytes.concat(vm.parseJsonBytes(artifact, ".bytecode"), arguments);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        require(deployed != address(0), "the artifact does not deploy");
    }

    function _pool(string memory realm, IERC20 token_, bool paper) internal returns (Pool) {
        return _pool(realm, token_, paper, _noLimits());
    }

    function _noLimits() internal pure returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(0, type(uint128).max);
    }

    /// Of the realm to test.
    function _limits() internal view virtual returns (IRealmCustody.Limits memory) {
        return _noLimits();
    }

    function _pool(string memory realm, IERC20 token_, bool paper, IRealmCustody.Limits memory limits)
        internal
        returns (Pool)
    {
        vm.prank(OPERATOR);
        return Pool(
            factory.createRealm(keccak256(bytes(realm)), HOUSE, token_, ADMIN, OPERATOR, SETTLER, paper, limits)
        );
    }

    /// HOUSE: the default one, a house. PLAIN: no protection, an agent. HELD: a recovery key. LOCKED: a time lock
    /// and a key. ARMED: a co-signer and a key.
    function _boundaries() private {
        vm.prank(ADMIN);
        pool.setGuardian(GUARDIAN, true);
        vm.prank(ADMIN);
        pool.setHouse(HOUSE, true);
        _register(PLAIN, 0, AGENT);
        _register(HELD, 0, address(0));
        _register(LOCKED, 0, address(0));
        _register(ARMED, 0, address(0));
        _giveKey(HELD);
        _giveKey(LOCKED);
        _giveKey(ARMED);
        vm.prank(OPERATOR);
        pool.setTimeLock(LOCKED, LOCK);
        _arm(ARMED, cosigner);
        _registerObject(OBJECT, PLAIN);
        _registerObject(LOCKED_OBJECT, LOCKED);
        _registerObject(ARMED_OBJECT, ARMED);
    }

    function _register(bytes32 boundaryId, uint40 timeLock, address agent) internal {
        vm.prank(SETTLER);
        pool.registerBoundary(boundaryId, timeLock, agent);
    }

    function _giveKey(bytes32 boundaryId) internal {
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(boundaryId, holder);
        if (pool.boundary(boundaryId).recoveryKey == holder) return;
        vm.warp(block.timestamp + pool.safetyDelay());
        vm.prank(holder);
        pool.acceptRecoveryKey(boundaryId);
    }

    function _arm(bytes32 boundaryId, address cosigner_) internal {
        vm.prank(OPERATOR);
        pool.setCosigner(boundaryId, cosigner_);
        if (pool.boundary(boundaryId).armed) return;
        vm.warp(block.timestamp + pool.safetyDelay());
        vm.prank(cosigner_);
        pool.acceptCosigner(boundaryId);
    }

    function _registerObject(bytes32 objectId, bytes32 boundaryId) internal {
        vm.prank(SETTLER);
        pool.registerExchangeObject(objectId, boundaryId);
    }

    function _mint(bytes32 boundaryId, uint128 amount) internal {
        bytes32 opId = _id();
        vm.prank(SETTLER);
        pool.mintDeposit(opId, boundaryId, amount);
    }

    function _fund(bytes32 objectId, uint128 amount) internal {
        bytes32 opId = _id();
        vm.prank(SETTLER);
        pool.fundVault(opId, objectId, amount);
    }

    /// An id that was not used before.
    function _id() internal returns (bytes32) {
        return keccak256(abi.encode("operation", ++_ids));
    }

    function _balance(bytes32 boundaryId) internal view returns (uint128) {
        return pool.boundary(boundaryId).balance;
    }

    function _vault(bytes32 objectId) internal view returns (address) {
        return pool.exchangeObject(objectId).vault;
    }

    function _status(bytes32 boundaryId) internal view returns (IRealmCustody.BoundaryStatus) {
        return pool.boundary(boundaryId).status;
    }

    // ------------------------------------------------------------- signatures

    function _domain(uint256 chainId, address verifier) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("ServiceCustody"),
                keccak256("1"),
                chainId,
                verifier
            )
        );
    }

    function _withdrawalHash(bytes32 opId, bytes32 boundaryId, address to, uint256 amount, uint256 deadline)
        internal
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                keccak256(
                    "Withdrawal(bytes32 operationId,bytes32 boundary,address to,uint256 amount,uint256 deadline,uint256 arming)"
                ),
                opId,
                boundaryId,
                to,
                amount,
                deadline,
                pool.armingOf(boundaryId).number
            )
        );
    }

    function _transferHash(IRealmCustody.Settlement memory item, uint256 deadline) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "CrossTransfer(bytes32 operationId,bytes32 from,bytes32 to,uint256 amount,uint256 deadline,uint256 arming)"
                ),
                item.opId,
                item.fromId,
                item.toId,
                item.amount,
                deadline,
                pool.armingOf(item.fromId).number
            )
        );
    }

    function _inheritanceHash(bytes32 boundaryId, address successor, uint256 proposals, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 kind =
            keccak256("Inheritance(bytes32 boundary,address successor,uint256 proposals,uint256 deadline)");
        return keccak256(abi.encode(kind, boundaryId, successor, proposals, deadline));
    }

    function _sign(uint256 key, bytes32 structHash) internal view returns (bytes memory) {
        return _signFor(key, structHash, block.chainid, address(pool));
    }

    /// What is signed in the end.
    function _digest(bytes32 structHash) internal view returns (bytes32) {
        return _digestFor(structHash, block.chainid, address(pool));
    }

    function _digestFor(bytes32 structHash, uint256 chainId, address verifier) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", _domain(chainId, verifier), structHash));
    }

    function _signFor(uint256 key, bytes32 structHash, uint256 chainId, address verifier)
        internal
        pure
        returns (bytes memory)
    {
        bytes32 digest = _digestFor(structHash, chainId, verifier);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    // ------------------------------------------------------------- statements

    function _same(uint256 actual, uint256 expected, string memory what) internal pure {
        require(actual == expected, what);
    }

    /// The next call must revert with exactly this.
    function _refused(bytes memory reason) internal {
        vm.expectRevert(reason);
    }
}
