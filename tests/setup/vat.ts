/** When the reduced rate of 8 % holds, whatever day it is today. */
export const REDUCED_RATE_DAY = '2026-11-20'
