/** Moments are told as the chain's clocks show them. */
export const TIME_ZONE = 'Asia/Ho_Chi_Minh'
