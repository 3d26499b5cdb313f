/** The day it is by the chain's clocks, in SQL. Statements of the server spell it out, so that `npm run statements` reads them whole. */
export const TODAY = '(now() at time zone chain_zone())::date'
