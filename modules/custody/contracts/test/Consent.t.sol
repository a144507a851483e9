// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {ContractCosigner} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// Where there is a safety delay, keys wait for it and agree to their role.
contract ConsentTest is World {
    uint256 private constant OWNER_KEY = 0x0e;
    uint40 private constant DELAY = 12 hours;
    bytes32 private constant FRESH = keccak256("fresh");
    address private _owner;

    function setUp() public {
        _build();
        _owner = vm.addr(OWNER_KEY);
        _register(FRESH, 0, address(0));
        _mint(HELD, 1000);
        _mint(ARMED, 1000);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, type(uint128).max);
    }

    // ------------------------------------------------------------- recovery key

    function test_aFirstRecoveryKeyNeedsTheDelayAndItsOwnWord() public {
        _registerKey(_owner);
        uint40 ripeAt = uint40(block.timestamp) + DELAY;
        bytes memory word = _keyWord(OWNER_KEY, _owner, ripeAt);
        vm.warp(ripeAt - 1);
        bytes memory unripe = abi.encodeWithSelector(ICustodyErrors.RecoveryKeyNotRipe.selector, FRESH, ripeAt);
        _refused(unripe);
        vm.prank(_owner);
        pool.acceptRecoveryKey(FRESH);
        _refused(unripe);
        pool.acceptRecoveryKeyFor(FRESH, ripeAt, word);
        vm.warp(ripeAt);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotProposedRecoveryKey.selector, FRESH, OPERATOR));
        vm.prank(OPERATOR);
        pool.acceptRecoveryKey(FRESH);
        pool.acceptRecoveryKeyFor(FRESH, ripeAt, word);
        require(pool.boundary(FRESH).recoveryKey == _owner, "the key is in effect");
    }

    function test_theKeyItselfAccepts() public {
        _registerKey(_owner);
        vm.warp(block.timestamp + DELAY);
        vm.prank(_owner);
        pool.acceptRecoveryKey(FRESH);
        require(pool.boundary(FRESH).recoveryKey == _owner, "the key is in effect");
    }

    function test_aContractAgreesBySignatureToo() public {
        ContractCosigner safe = new ContractCosigner(_owner);
        _registerKey(address(safe));
        vm.warp(block.timestamp + DELAY);
        pool.acceptRecoveryKeyFor(FRESH, block.timestamp, _keyWord(OWNER_KEY, address(safe), block.timestamp));
        require(pool.boundary(FRESH).recoveryKey == address(safe), "the key is in effect");
    }

    /// Good for one boundary, one key, one role, one pool, and until its deadline.
    function test_aWordIsGoodForNothingElse() public {
        _registerKey(_owner);
        vm.warp(block.timestamp + DELAY);
        uint256 deadline = block.timestamp;
        bytes[4] memory words = [
            _keyWord(HOLDER_KEY, _owner, deadline),
            _keyWord(OWNER_KEY, holder, deadline),
            _sign(OWNER_KEY, _cosignerHash(FRESH, _owner, deadline)),
            _signFor(OWNER_KEY, _keyHash(FRESH, _owner, deadline), block.chainid, address(factory))
        ];
        for (uint256 i = 0; i < words.length; ++i) {
            _refused(abi.encodeWithSelector(ICustodyErrors.InvalidConsent.selector, FRESH, _owner));
            pool.acceptRecoveryKeyFor(FRESH, deadline, words[i]);
        }
        bytes memory late = _keyWord(OWNER_KEY, _owner, deadline - 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignExpired.selector, deadline - 1, deadline));
        pool.acceptRecoveryKeyFor(FRESH, deadline - 1, late);
    }

    function test_aHandoverIsAcceptedBySignatureAtOnce() public {
        vm.prank(holder);
        pool.proposeRecoveryKey(HELD, _owner);
        bytes32 hash = _keyHash(HELD, _owner, block.timestamp);
        pool.acceptRecoveryKeyFor(HELD, block.timestamp, _sign(OWNER_KEY, hash));
        require(pool.boundary(HELD).recoveryKey == _owner, "handed over");
    }

    // ---------------------------------------------------------------- co-signer

    function test_aCosignerNeedsTheDelayAndItsOwnWord() public {
        _propose(HELD, _owner);
        uint40 ripeAt = uint40(block.timestamp) + DELAY;
        _same(pool.proposedCosigner(HELD).ripeAt, ripeAt, "ripe at");
        require(!pool.boundary(HELD).armed, "armed at once");
        vm.warp(ripeAt - 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignerNotRipe.selector, HELD, ripeAt));
        vm.prank(_owner);
        pool.acceptCosigner(HELD);
        vm.warp(ripeAt);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotProposedCosigner.selector, HELD, OPERATOR));
        vm.prank(OPERATOR);
        pool.acceptCosigner(HELD);
        bytes memory other = _sign(HOLDER_KEY, _cosignerHash(HELD, _owner, ripeAt));
        _refused(abi.encodeWithSelector(ICustodyErrors.InvalidConsent.selector, HELD, _owner));
        pool.acceptCosignerFor(HELD, ripeAt, other);
        pool.acceptCosignerFor(HELD, ripeAt, _sign(OWNER_KEY, _cosignerHash(HELD, _owner, ripeAt)));
        require(pool.boundary(HELD).armed && pool.boundary(HELD).cosigner == _owner, "armed");
        _refused(abi.encodeWithSelector(ICustodyErrors.NoCosignerPending.selector, HELD));
        vm.prank(_owner);
        pool.acceptCosigner(HELD);
    }

    function test_adminGuardianAndHolderStopACosignerAndNobodyElse() public {
        address[3] memory stoppers = [ADMIN, GUARDIAN, holder];
        for (uint256 i = 0; i < stoppers.length; ++i) {
            _propose(HELD, _owner);
            _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToCancel.selector, HELD, OPERATOR));
            vm.prank(OPERATOR);
            pool.cancelCosigner(HELD);
            vm.prank(stoppers[i]);
            pool.cancelCosigner(HELD);
            vm.warp(block.timestamp + DELAY);
            _refused(abi.encodeWithSelector(ICustodyErrors.NoCosignerPending.selector, HELD));
            vm.prank(_owner);
            pool.acceptCosigner(HELD);
        }
    }

    /// Whoever stole the co-signer's key opens nothing before somebody looks.
    function test_anArmedBoundaryIsDisarmedAfterTheDelayOnly() public {
        vm.prank(cosigner);
        pool.setCosigner(ARMED, address(0));
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        vm.prank(OPERATOR);
        pool.withdraw("op", ARMED, PAYEE, 1);
        vm.warp(block.timestamp + DELAY);
        vm.prank(GUARDIAN);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        pool.acceptCosigner(ARMED);
        vm.prank(ADMIN);
        pool.resume();
        pool.acceptCosigner(ARMED);
        vm.prank(OPERATOR);
        pool.withdraw("op", ARMED, PAYEE, 1);
    }

    function test_aNewCosignerTakesTheOldOnesPlaceWhenItIsRipe() public {
        vm.prank(cosigner);
        pool.setCosigner(ARMED, STRANGER);
        vm.prank(cosigner);
        pool.setCosigner(ARMED, _owner);
        vm.warp(block.timestamp + DELAY);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotProposedCosigner.selector, ARMED, STRANGER));
        vm.prank(STRANGER);
        pool.acceptCosigner(ARMED);
        require(pool.boundary(ARMED).cosigner == cosigner, "before it agreed");
        vm.prank(_owner);
        pool.acceptCosigner(ARMED);
        require(pool.boundary(ARMED).cosigner == _owner, "in effect");
        _refused(abi.encodeWithSelector(ICustodyErrors.NotCosigner.selector, ARMED, cosigner));
        vm.prank(cosigner);
        pool.setCosigner(ARMED, cosigner);
    }

    /// An exit that was asked for without a signature would leave without one.
    function test_noBoundaryIsArmedWhileAnExitWaits() public {
        vm.prank(ADMIN);
        pool.setOutflowCap(HELD, 0);
        _propose(HELD, _owner);
        vm.prank(OPERATOR);
        pool.withdraw("waits", HELD, PAYEE, 1);
        vm.warp(block.timestamp + DELAY);
        _refused(abi.encodeWithSelector(ICustodyErrors.ExitsPending.selector, HELD, uint64(1)));
        vm.prank(_owner);
        pool.acceptCosigner(HELD);
        vm.prank(GUARDIAN);
        pool.cancelExit("waits");
        vm.prank(_owner);
        pool.acceptCosigner(HELD);
    }

    // ----------------------------------------------------------------- internal

    function _registerKey(address key) private {
        vm.prank(OPERATOR);
        pool.registerRecoveryKey(FRESH, key);
    }

    function _propose(bytes32 boundaryId, address cosigner_) private {
        vm.prank(OPERATOR);
        pool.setCosigner(boundaryId, cosigner_);
    }

    function _keyWord(uint256 signer, address key, uint256 deadline) private view returns (bytes memory) {
        return _sign(signer, _keyHash(FRESH, key, deadline));
    }

    function _keyHash(bytes32 boundaryId, address key, uint256 deadline) private pure returns (bytes32) {
        bytes32 kind = keccak256("RecoveryKey(bytes32 boundary,address recoveryKey,uint256 deadline)");
        return keccak256(abi.encode(kind, boundaryId, key, deadline));
    }

    function _cosignerHash(bytes32 boundaryId, address cosigner_, uint256 deadline) private pure returns (bytes32) {
        bytes32 kind = keccak256("Cosigner(bytes32 boundary,address cosigner,uint256 deadline)");
        return keccak256(abi.encode(kind, boundaryId, cosigner_, deadline));
    }
}
