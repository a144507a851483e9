// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RealmCustodyStorage} from "../RealmCustodyStorage.sol";

/// @title What a boundary held before
/// @notice Time is cut into periods of one safety delay, the same for all boundaries. What a boundary held when the
/// period before this one began is its standing; what has come from other boundaries since is new to it. Whoever has
/// stolen the keys of the service can move everything into a boundary whose recovery key they hold, but none of that
/// stands there. All are looked at as of one moment, so value that is passed around stands in one of them only.
/// @dev Kept from the registration of a first recovery key on, and written once a period: whoever has none recovers
/// nothing. Without a safety delay nothing is kept.
abstract contract PoolStanding is RealmCustodyStorage {
    /// @notice Seconds. A halt keeps what is new in the pool no longer than that.
    uint40 public constant LONGEST_HOLD = 30 days;

    /// @dev The number of this period; of the one in which a halt began, as long as it holds. 0: there are none.
    function _period() internal view returns (uint40) {
        uint40 delay = safetyDelay;
        if (delay == 0) return 0;
        uint40 time = uint40(block.timestamp);
        if (_counters.halted && time < haltedAt + LONGEST_HOLD) time = haltedAt;
        return time / delay;
    }

    /// @dev The registration of a first key. Nothing stands until the next period but one: value may have come through
    /// boundaries that nobody looked at.
    function _beginStanding(Entry storage entry, bytes32 boundaryId) internal {
        entry.period = _period();
        delete _standings[boundaryId];
    }

    /// @dev Before a transfer or a result changes what a boundary holds.
    function _note(Entry storage entry, bytes32 boundaryId, uint40 period) internal {
        uint40 noted = entry.period;
        if (noted == 0 || noted == period) return;
        uint128 books = entry.balance + entry.vaulted;
        Standing storage standing = _standings[boundaryId];
        standing.earlier = noted + 1 == period ? standing.latest : books;
        standing.latest = books;
        entry.period = period;
    }

    /// @dev What comes from outside stands at once.
    function _addStanding(Entry storage entry, bytes32 boundaryId, uint128 amount) internal {
        if (!_isKept(entry)) return;
        Standing storage standing = _standings[boundaryId];
        (standing.earlier, standing.latest) = (_sum(standing.earlier, amount), _sum(standing.latest, amount));
    }

    /// @dev What is paid out is first of all what stood.
    function _takeStanding(Entry storage entry, bytes32 boundaryId, uint128 amount) internal {
        if (!_isKept(entry)) return;
        Standing storage standing = _standings[boundaryId];
        (standing.earlier, standing.latest) = (_rest(standing.earlier, amount), _rest(standing.latest, amount));
    }

    /// @dev What of a boundary's balance stands.
    function _standingOf(Entry storage entry, bytes32 boundaryId) internal view returns (uint128) {
        uint128 balance = entry.balance;
        if (!_isKept(entry)) return balance;
        Standing storage standing = _standings[boundaryId];
        uint128 stood = entry.period == _period() ? standing.earlier : standing.latest;
        return stood < balance ? stood : balance;
    }

    /// @dev Else nothing has changed since the period before this one began.
    function _isKept(Entry storage entry) private view returns (bool) {
        uint40 noted = entry.period;
        return noted != 0 && noted + 1 >= _period();
    }

    function _rest(uint128 one, uint128 other) private pure returns (uint128) {
        return one > other ? one - other : 0;
    }

    /// @dev At most the largest number: a credit must not depend on it.
    function _sum(uint128 one, uint128 other) private pure returns (uint128) {
        uint256 sum = uint256(one) + other;
        return sum < type(uint128).max ? uint128(sum) : type(uint128).max;
    }
}
