/** How long a password is, in characters as people count them (design/security.md); server and both forms check the same. */
export const PASSWORD_LEAST = 12
export const PASSWORD_MOST = 128
