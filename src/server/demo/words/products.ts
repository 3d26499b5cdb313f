/** What is on the shelves, by supplier group: a name, and its price in thousands of đồng. */
export const PRODUCTS: Record<string, readonly (readonly [string, number])[]> = {
  Fresh: [['đậu phụ tươi', 12], ['trứng gà ta hộp 10 quả', 42], ['bún tươi 500 g', 14], ['nấm kim châm', 15], ['giá đỗ sạch', 9], ['trứng vịt lộn', 38], ['mì tươi sợi vàng', 22], ['bánh phở tươi', 16]],
  'F&V': [['xoài cát Hòa Lộc', 69], ['dưa hấu không hạt', 24], ['cải thìa VietGAP', 18], ['nho xanh nhập khẩu', 189], ['cam sành', 35], ['rau muống gói 500 g', 14], ['cà chua bi', 32], ['bơ sáp Đắk Lắk', 55], ['dâu tây Đà Lạt', 145], ['khoai lang Nhật', 39], ['thanh long ruột đỏ', 29], ['táo Envy', 159]],
  'Dried Food': [['gạo ST25 túi 5 kg', 198], ['miến dong', 45], ['nấm hương khô', 89], ['bún gạo khô', 32], ['lạc nhân', 58], ['hạt điều rang muối', 135], ['măng khô', 165], ['đỗ xanh cà vỏ', 48]],
  Seafood: [['tôm sú tươi', 289], ['cá hồi phi lê', 519], ['mực ống', 245], ['cá basa cắt khúc', 79], ['nghêu trắng', 62], ['cua biển', 420], ['cá thu cắt lát', 215], ['bạch tuộc', 189]],
  Butchery: [['ba chỉ heo', 165], ['sườn non', 189], ['thịt bò thăn', 299], ['đùi gà góc tư', 72], ['thịt xay', 135], ['ức gà phi lê', 95], ['bắp bò', 265], ['gà ta nguyên con', 155]],
  Manufacturing: [['kim chi cải thảo hộp 500 g', 49], ['salad trộn sẵn', 45], ['trái cây cắt sẵn', 39], ['combo lẩu Thái', 159], ['nem nướng sơ chế', 89], ['thịt ướp sẵn', 119]],
  Delica: [['gà rán hộp 6 miếng', 119], ['cơm gà sốt cay', 55], ['sushi hộp 12 miếng', 99], ['kimbap bò', 45], ['tokbokki', 49], ['chả giò', 65], ['gỏi cuốn', 39], ['vịt quay nửa con', 169]],
  Bakery: [['bánh mì bơ tỏi', 25], ['bánh kem sinh nhật 20 cm', 285], ['bánh bông lan trứng muối', 79], ['bánh mì sandwich', 28], ['croissant', 19], ['bánh su kem', 45], ['bánh tart trứng', 15]],
  FMCG: [['mì ăn liền thùng 30 gói', 118], ['nước giặt túi 3,6 kg', 168], ['khăn giấy rút', 24], ['dầu ăn can 5 lít', 245], ['nước rửa chén', 32], ['bột giặt 4 kg', 149], ['giấy vệ sinh 10 cuộn', 85]],
  'Salted Grocery': [['nước mắm 40 độ đạm', 79], ['hạt nêm 900 g', 72], ['tương ớt Hàn Quốc', 65], ['xì dầu', 28], ['rong biển ăn liền', 35], ['cá hộp sốt cà', 24], ['muối hồng', 42]],
  'Household&HBA': [['dầu gội 650 g', 139], ['kem đánh răng', 42], ['sữa rửa mặt', 119], ['bỉm dán size L', 365], ['kem chống nắng', 245], ['băng vệ sinh', 39], ['nước lau sàn', 45], ['bàn chải điện', 399]],
  'D&F-Processed Meat': [['sữa tươi tiệt trùng lốc 4', 33], ['sữa chua lốc 4 hộp', 28], ['xúc xích xông khói', 69], ['há cảo đông lạnh', 75], ['phô mai lát', 59], ['kem hộp 800 ml', 89], ['giò lụa 500 g', 95], ['thịt nguội', 85]],
  'Sweet Grocery&Beverage': [['bia lon thùng 24', 365], ['cà phê hòa tan', 62], ['bánh quy bơ hộp thiếc', 125], ['nước cam ép 1 lít', 49], ['socola hộp', 159], ['trà xanh chai', 10], ['nước khoáng thùng 24', 98], ['mứt Tết hộp', 189]],
  NonFood: [['ô gấp', 129], ['pin AA vỉ 4', 38], ['hộp nhựa bộ 5', 109], ['vali 24 inch', 1290], ['thảm chùi chân', 69], ['bạt che xe', 185]],
  'Home Appliance': [['nồi chiên không dầu 5 lít', 1490], ['quạt cây', 690], ['ấm siêu tốc', 329], ['máy xay sinh tố', 799], ['bếp từ đôi', 4990], ['nồi cơm điện 1,8 lít', 990], ['bàn là hơi nước', 650], ['máy lọc không khí', 3490]],
  'Toy&Stationery': [['bộ xếp hình 500 mảnh', 359], ['búp bê', 199], ['xe điều khiển', 420], ['vở ô ly thùng 20 quyển', 145], ['cặp sách chống gù', 459], ['bút màu 36 cây', 79], ['bàn cờ vua', 129]],
  Houseware: [['chảo chống dính 26 cm', 329], ['bộ bát đĩa sứ', 599], ['nồi inox 3 đáy', 459], ['bình giữ nhiệt', 285], ['thớt gỗ', 139], ['bộ dao nhà bếp', 349], ['hộp cơm thủy tinh', 119]],
  Fashion: [['áo thun nam', 149], ['váy hoa', 329], ['giày thể thao', 490], ['bộ đồ ngủ', 259], ['áo khoác gió', 449], ['tất cổ ngắn', 29], ['quần jean', 399], ['dép đi trong nhà', 59]],
  'Home Decor': [['bộ chăn ga', 890], ['rèm cửa', 459], ['gối cao su non', 329], ['đèn bàn', 279], ['khung ảnh', 89], ['lọ hoa gốm', 189], ['thảm trải sàn', 650]],
}
/** Groups whose goods can spoil. */
export const PERISHABLE = ['Fresh', 'F&V', 'Seafood', 'Butchery', 'Manufacturing', 'Delica', 'Bakery', 'D&F-Processed Meat'] as const
export const PACKED = ['Dried Food', 'FMCG', 'Salted Grocery', 'Sweet Grocery&Beverage', 'D&F-Processed Meat', 'Household&HBA'] as const
export const DURABLE = ['NonFood', 'Home Appliance', 'Toy&Stationery', 'Houseware', 'Fashion', 'Home Decor'] as const
