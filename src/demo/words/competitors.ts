/** Shops that do not exist, with how dear they are beside the demo chain. */
export const COMPETITORS: readonly (readonly [name: string, level: number])[] = [
  ['Siêu thị Hoa Mai Vàng', 1.03],
  ['Chợ Làng Mart', 0.96],
  ['Kho Giá Bình Dân', 0.93],
  ['Siêu thị Phương Đông Xanh', 1.08],
  ['Tạp hóa Cô Tấm', 1.01],
]
