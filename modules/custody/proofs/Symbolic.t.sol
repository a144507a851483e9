// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CustodyFactory} from "../CustodyFactory.sol";
import {RealmCustody} from "../RealmCustody.sol";
import {RealmCustodyExtension} from "../RealmCustodyExtension.sol";
import {TestUSD} from "../TestUSD.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// @title What holds for every caller and every amount
/// @notice `node ace custody:symbolic` has halmos run each `check_` with all values of its parameters at once, where
/// fuzzing tries some. A call may succeed or be refused; what is asserted holds either way.
contract Symbolic is World {
    uint128 private constant MONEY = 1_000_000;
    uint64 private constant NUMBER = 7;

    /// Accounts without keys: an address that follows from a key is symbolic to halmos, and would split every path.
    function setUp() public {
        vm.warp(1_700_000_000);
        (holder, cosigner) = (address(0x4017), address(0xc051));
        RealmCustody code = new RealmCustody(address(new RealmCustodyExtension()));
        factory = new CustodyFactory(address(code), ADMIN, OPERATOR);
        token = new TestUSD(address(this), address(factory));
        pool = _pool("realm", IERC20(address(token)), true);
        bytes32[4] memory all = [PLAIN, HELD, LOCKED, ARMED];
        for (uint256 i = 0; i < all.length; ++i) {
            _register(all[i], 0, address(0));
            if (all[i] != PLAIN) _giveKey(all[i]);
            vm.prank(SETTLER);
            pool.mintDeposit(keccak256(abi.encode(all[i])), all[i], MONEY);
        }
        vm.prank(OPERATOR);
        pool.setTimeLock(LOCKED, LOCK);
        _arm(ARMED, cosigner);
    }

    // ------------------------------------------------- protected boundaries lose nothing

    function check_anArmedBoundaryPaysNothingUnsigned(address by, bytes32 opId, address to, uint128 amount) external {
        _try(by, abi.encodeCall(pool.withdraw, (opId, ARMED, to, amount)));
        assert(_balance(ARMED) == MONEY);
    }

    function check_noExitOfAnArmedBoundaryIsAskedForUnsigned(address by, bytes32 opId, address to, uint128 amount)
        external
    {
        _try(by, abi.encodeCall(pool.requestExit, (opId, ARMED, to, amount)));
        assert(pool.waitingExits(ARMED).count == 0);
        assert(_balance(ARMED) == MONEY);
    }

    function check_anArmedBoundaryGivesOthersNothingUnsigned(address by, bytes32 opId, uint128 amount) external {
        _try(by, abi.encodeCall(pool.crossTransfer, (IRealmCustody.Settlement(NUMBER, opId, ARMED, PLAIN, amount))));
        assert(_balance(ARMED) == MONEY);
    }

    function check_aLockedBoundaryPaysNothingAtOnce(address by, bytes32 opId, address to, uint128 amount) external {
        _try(by, abi.encodeCall(pool.withdraw, (opId, LOCKED, to, amount)));
        _try(by, abi.encodeCall(pool.executeExit, (opId)));
        assert(_balance(LOCKED) == MONEY);
    }

    function check_aLockedBoundaryGivesOthersNothing(address by, bytes32 opId, uint128 amount) external {
        _try(by, abi.encodeCall(pool.crossTransfer, (IRealmCustody.Settlement(NUMBER, opId, LOCKED, PLAIN, amount))));
        assert(_balance(LOCKED) == MONEY);
    }

    function check_aFrozenBoundaryNeitherPaysNorGets(address by, bytes32 opId, address to, uint128 amount) external {
        vm.prank(holder);
        pool.lock(HELD);
        _try(by, abi.encodeCall(pool.withdraw, (opId, HELD, to, amount)));
        _try(by, abi.encodeCall(pool.crossTransfer, (IRealmCustody.Settlement(NUMBER, opId, HELD, PLAIN, amount))));
        _try(by, abi.encodeCall(pool.crossTransfer, (IRealmCustody.Settlement(NUMBER, opId, PLAIN, HELD, amount))));
        assert(_balance(HELD) == MONEY);
    }

    // ----------------------------------------------------------------- protections stay

    function check_onlyTheHolderShortensATimeLock(address by, uint40 timeLock) external {
        vm.assume(by != holder);
        _try(by, abi.encodeCall(pool.setTimeLock, (LOCKED, timeLock)));
        assert(pool.boundary(LOCKED).timeLock >= LOCK);
    }

    function check_onlyTheCosignerNamesAnother(address by, address other) external {
        vm.assume(by != cosigner);
        _try(by, abi.encodeCall(pool.setCosigner, (ARMED, other)));
        assert(pool.boundary(ARMED).cosigner == cosigner);
    }

    function check_aRecoveryKeyInEffectIsItsHoldersAlone(address by, address other) external {
        vm.assume(by != holder);
        _try(by, abi.encodeCall(pool.registerRecoveryKey, (HELD, other)));
        _try(by, abi.encodeCall(pool.cancelRecoveryKey, (HELD)));
        _try(by, abi.encodeCall(pool.acceptRecoveryKey, (HELD)));
        _try(by, abi.encodeCall(pool.completeInheritance, (HELD)));
        assert(pool.boundary(HELD).recoveryKey == holder);
    }

    // ---------------------------------------------------------------------------- books

    function check_aTransferKeepsTheSum(address by, bytes32 opId, uint128 amount) external {
        _try(by, abi.encodeCall(pool.crossTransfer, (IRealmCustody.Settlement(NUMBER, opId, PLAIN, HELD, amount))));
        assert(uint256(_balance(PLAIN)) + _balance(HELD) == 2 * uint256(MONEY));
        assert(pool.contractTotal() == 4 * MONEY);
    }

    function check_tokensCoverTheBooks(address by, bytes32 opId, address to, uint128 amount) external {
        _try(by, abi.encodeCall(pool.withdraw, (opId, PLAIN, to, amount)));
        assert(token.balanceOf(address(pool)) >= pool.contractTotal() - pool.vaultedTotal());
        assert(pool.contractTotal() == uint256(_balance(PLAIN)) + 3 * uint256(MONEY));
    }

    function _try(address by, bytes memory call) private {
        vm.prank(by);
        (bool done,) = address(pool).call(call);
        done;
    }
}
