// @ts-check
import { onOwnServices } from './own_services.js'

/** @type {import('../services/packages.js').Need} */
const LOAD_GENERATOR = {
  what: 'For the transfers of the benchmark wrk is',
  programs: ['wrk'],
  otherwise: 'put a wrk of your own on the PATH',
}

/** @param {string[]} args handed on to the benchmark */
export const bench = (args) => onOwnServices('bench', args, LOAD_GENERATOR)
