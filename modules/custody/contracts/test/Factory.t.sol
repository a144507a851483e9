// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {CustodyFactory} from "../CustodyFactory.sol";
import {RealmCustody} from "../RealmCustody.sol";
import {TestUSD} from "../TestUSD.sol";
import {TokenHolder} from "../TokenHolder.sol";
import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {Pool} from "./support/Pool.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract FactoryTest is World {
    function setUp() public {
        _build();
    }

    function testFuzz_aPoolIsWhereItsRealmSaysAndIsCreatedOnce(bytes32 realm) public {
        vm.assume(realm != bytes32(0) && realm != keccak256("realm"));
        address expected = factory.poolOf(realm);
        vm.prank(OPERATOR);
        address created = factory.createRealm(realm, HOUSE, IERC20(address(token)), ADMIN, OPERATOR, SETTLER, true, _noLimits());
        require(created == expected, "address");
        _refused(abi.encodeWithSelector(CustodyFactory.RealmExists.selector, realm, expected));
        vm.prank(OPERATOR);
        factory.createRealm(realm, HOUSE, IERC20(address(token)), STRANGER, STRANGER, STRANGER, true, _noLimits());
    }

    function test_aStrangerTakesNoRealmsAddress() public {
        _refused(abi.encodeWithSelector(CustodyFactory.NotOperator.selector, STRANGER));
        vm.prank(STRANGER);
        factory.createRealm("taken", HOUSE, IERC20(address(token)), STRANGER, STRANGER, STRANGER, true, _noLimits());
        vm.prank(ADMIN);
        factory.setOperator(STRANGER, true);
        vm.prank(STRANGER);
        factory.createRealm("given", HOUSE, IERC20(address(token)), STRANGER, STRANGER, STRANGER, true, _noLimits());
    }

    function test_aPoolAndItsImplementationAreInitializedOnce() public {
        Pool[2] memory pools = [pool, Pool(factory.implementation())];
        for (uint256 i = 0; i < pools.length; ++i) {
            _refused(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
            pools[i].initialize("realm", HOUSE, IERC20(address(token)), STRANGER, STRANGER, STRANGER, true, _noLimits());
        }
    }

    function test_aPoolNeedsAnIdAndItsAccounts() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroId.selector));
        vm.prank(OPERATOR);
        factory.createRealm(bytes32(0), HOUSE, IERC20(address(token)), ADMIN, OPERATOR, SETTLER, true, _noLimits());
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroId.selector));
        vm.prank(OPERATOR);
        factory.createRealm("other", bytes32(0), IERC20(address(token)), ADMIN, OPERATOR, SETTLER, true, _noLimits());
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroAddress.selector));
        vm.prank(OPERATOR);
        factory.createRealm("other", HOUSE, IERC20(address(token)), address(0), OPERATOR, SETTLER, true, _noLimits());
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroAddress.selector));
        vm.prank(OPERATOR);
        factory.createRealm("other", HOUSE, IERC20(address(token)), ADMIN, OPERATOR, address(0), true, _noLimits());
    }

    function test_aFactoryNeedsAnImplementation() public {
        _refused(abi.encodeWithSelector(CustodyFactory.NotAContract.selector, STRANGER));
        new CustodyFactory(STRANGER, ADMIN, OPERATOR);
    }

    function test_aPoolNeedsAnExtension() public {
        _refused(abi.encodeWithSelector(Address.AddressEmptyCode.selector, STRANGER));
        new RealmCustody(STRANGER);
    }

    /// Whoever calls the code of pools at its own address has no role there, and finds nothing.
    function test_theExtensionAloneObeysNobody() public {
        Pool alone = Pool(pool.extension());
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, ADMIN));
        vm.prank(ADMIN);
        alone.setOperator(ADMIN, true);
        _refused(abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, HELD));
        vm.prank(holder);
        alone.lock(HELD);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToHalt.selector, OPERATOR));
        vm.prank(OPERATOR);
        alone.halt();
    }

    function test_aPoolHasNoOtherFunctionsAndTakesNoEther() public {
        (bool done,) = address(pool).call(abi.encodeWithSignature("nothing()"));
        require(!done, "answered what it does not know");
        vm.deal(address(this), 2);
        (done,) = address(pool).call{value: 1}("");
        require(!done, "took ether");
        (done,) = address(pool).call{value: 1}(abi.encodeCall(pool.halt, ()));
        require(!done, "took ether with a call");
    }

    function test_onlyPoolsOfPaperRealmsMint() public {
        Pool live = _pool("live", IERC20(address(token)), false);
        require(token.hasRole(token.MINTER(), address(pool)), "a paper pool mints");
        require(!token.hasRole(token.MINTER(), address(live)), "a live pool may mint");
        vm.prank(STRANGER);
        (bool done,) = address(token).call(abi.encodeCall(TestUSD.mint, (STRANGER, 1)));
        require(!done, "a stranger mints");
        _same(token.decimals(), 6, "decimals");
    }

    function test_aHolderKnowsItsPool() public {
        TokenHolder vault = TokenHolder(_vault(OBJECT));
        require(vault.pool() == address(pool), "pool");
        _refused(abi.encodeWithSelector(TokenHolder.NotPool.selector, OPERATOR, address(pool)));
        vm.prank(OPERATOR);
        vault.release(IERC20(address(token)), 0);
    }
}
