// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IRealmCustody} from "./interfaces/IRealmCustody.sol";
import {RealmCustody} from "./RealmCustody.sol";

/// @title Reads of pools that go over many entries
/// @notice Has no state and no rights. Call it at one block number to see one moment. Amounts are base units.
contract CustodyLens {
    struct BoundaryRow {
        bytes32 boundaryId;
        IRealmCustody.Boundary boundary;
    }

    struct ObjectRow {
        bytes32 objectId;
        IRealmCustody.ExchangeObject object;
        /// What the vault really holds; at least `object.balance`.
        uint256 held;
    }

    struct Totals {
        IRealmCustody.Counters counters;
        uint128 vaultedTotal;
        uint64 highestOpSeq;
        uint256 poolHeld;
        uint256 unattributed;
        uint256 boundaryCount;
        uint256 objectCount;
    }

    /// @notice The pool as a whole. `poolHeld` lacks what vaults hold.
    function totals(RealmCustody pool) external view returns (Totals memory result) {
        result.counters = pool.counters();
        result.vaultedTotal = pool.vaultedTotal();
        result.highestOpSeq = pool.highestOpSeq();
        result.poolHeld = pool.token().balanceOf(address(pool));
        result.unattributed = pool.unattributed();
        result.boundaryCount = pool.boundaryCount();
        result.objectCount = pool.exchangeObjectCount();
    }

    /// @param first Index of the first row; 0 is the default boundary.
    /// @return rows At most `count`, fewer at the end.
    function boundaryPage(RealmCustody pool, uint256 first, uint256 count)
        external
        view
        returns (BoundaryRow[] memory rows)
    {
        rows = new BoundaryRow[](_rows(first, count, pool.boundaryCount()));
        for (uint256 i = 0; i < rows.length; ++i) {
            bytes32 boundaryId = pool.boundaryIdAt(first + i);
            rows[i] = BoundaryRow(boundaryId, pool.boundary(boundaryId));
        }
    }

    /// @param first Index of the first row, in order of registration.
    /// @return rows At most `count`, fewer at the end.
    function objectPage(RealmCustody pool, uint256 first, uint256 count)
        external
        view
        returns (ObjectRow[] memory rows)
    {
        IERC20 token = pool.token();
        rows = new ObjectRow[](_rows(first, count, pool.exchangeObjectCount()));
        for (uint256 i = 0; i < rows.length; ++i) {
            bytes32 objectId = pool.exchangeObjectIdAt(first + i);
            IRealmCustody.ExchangeObject memory object = pool.exchangeObject(objectId);
            rows[i] = ObjectRow(objectId, object, token.balanceOf(object.vault));
        }
    }

    /// @notice Deposit addresses and what lies there, not yet credited.
    function deposits(RealmCustody pool, IRealmCustody.DepositId[] calldata ids)
        external
        view
        returns (address[] memory addresses, uint256[] memory held)
    {
        IERC20 token = pool.token();
        addresses = new address[](ids.length);
        held = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            addresses[i] = pool.depositAddress(ids[i].boundaryId, ids[i].ref);
            held[i] = token.balanceOf(addresses[i]);
        }
    }

    function outcomesOf(RealmCustody pool, bytes32[] calldata opIds)
        external
        view
        returns (IRealmCustody.Outcome[] memory outcomes)
    {
        outcomes = new IRealmCustody.Outcome[](opIds.length);
        for (uint256 i = 0; i < opIds.length; ++i) {
            outcomes[i] = pool.outcomeOf(opIds[i]);
        }
    }

    function settlementOutcomes(RealmCustody pool, uint64[] calldata opSeqs)
        external
        view
        returns (IRealmCustody.Outcome[] memory outcomes)
    {
        outcomes = new IRealmCustody.Outcome[](opSeqs.length);
        for (uint256 i = 0; i < opSeqs.length; ++i) {
            outcomes[i] = pool.settlementOutcome(opSeqs[i]);
        }
    }

    function _rows(uint256 first, uint256 count, uint256 total) private pure returns (uint256) {
        if (first >= total) return 0;
        return count < total - first ? count : total - first;
    }
}
