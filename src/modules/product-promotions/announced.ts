/** The act by which the stores are told of what begins tomorrow and ends in three days. */
export const ANNOUNCED = 'announce promotions'
