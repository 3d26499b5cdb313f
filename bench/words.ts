import * as people from '../src/demo/words/people.ts'

/** What customers of a supermarket chain write, in parts that SQL puts together: a thousand times a thousand wordings. */

export const OPENINGS = [
  'Chào cửa hàng, tôi là khách quen ở đây đã nhiều năm.',
  'Kính gửi bộ phận chăm sóc khách hàng,',
  'Hôm qua tôi ghé siêu thị lúc đông khách cùng với gia đình.',
  'Sáng nay tôi đi chợ sớm ở cửa hàng gần nhà.',
  'Tôi đặt hàng qua điện thoại và nhận tại quầy dịch vụ.',
  'Xin phản ánh một việc không vui tại cửa hàng của quý công ty.',
  'Tôi mua sắm ở đây mỗi tuần nhưng lần này rất thất vọng.',
  'Cuối tuần vừa rồi cả nhà tôi đến mua đồ dùng cho năm học mới.',
] as const

export const GOODS = [
  'sữa tươi tiệt trùng',
  'gạo ST25',
  'cá hồi cắt lát',
  'thịt ba chỉ',
  'trứng gà ta',
  'rau muống',
  'xoài cát Hòa Lộc',
  'bánh mì sandwich',
  'nước mắm Phú Quốc',
  'dầu ăn',
  'mì ăn liền',
  'cà phê rang xay',
  'bột giặt',
  'nước rửa chén',
  'kem đánh răng',
  'dầu gội đầu',
  'tã giấy trẻ em',
  'nồi cơm điện',
  'ấm siêu tốc',
  'quạt đứng',
  'chăn ga',
  'áo thun',
  'giày thể thao',
  'tập vở học sinh',
  'kimchi cải thảo',
  'rong biển sấy',
  'mực một nắng',
  'chả lụa',
  'bia lon',
  'nước ngọt',
  'sầu riêng Ri6',
  'thanh long ruột đỏ',
] as const

export const TROUBLES = [
  'đã quá hạn sử dụng hai ngày mà vẫn bày trên kệ',
  'có mùi lạ khi vừa mở bao bì ra',
  'giá trên kệ khác với giá in trên hóa đơn',
  'bị móp méo và rách nhãn niêm phong',
  'không đúng với khuyến mãi mua một tặng một đã in trên tờ rơi',
  'giao thiếu so với số lượng đã thanh toán',
  'dùng được đúng một lần rồi hỏng',
  'bị tính tiền hai lần ở quầy thu ngân',
  'nhân viên tư vấn không đúng công dụng',
  'để ngoài tủ mát khá lâu nên đã chảy nước',
  'hết hàng liên tục dù đang quảng cáo rầm rộ',
  'bảo hành hẹn ba lần vẫn chưa sửa xong',
] as const

export const SCENES = [
  'Nhân viên thu ngân nói chuyện riêng và không chào khách.',
  'Quầy dịch vụ khách hàng không có người trực nên tôi chờ hai mươi phút.',
  'Bãi giữ xe quá chật, bảo vệ lại lớn tiếng với khách lớn tuổi.',
  'Nhà vệ sinh tầng hai không được dọn dẹp sạch sẽ.',
  'Máy lạnh hỏng nên khu thực phẩm tươi sống rất nóng.',
  'Tôi gọi tổng đài nhiều lần nhưng không ai nghe máy.',
  'Thang cuốn ngừng hoạt động cả buổi chiều.',
  'Tôi còn giữ hóa đơn và hình chụp sản phẩm để đối chiếu.',
  'Xe đẩy hàng bị kẹt bánh, suýt va vào cháu nhỏ.',
  'Quản lý ca hứa gọi lại nhưng đến nay vẫn chưa liên lạc.',
] as const

export const WISHES = [
  'Mong cửa hàng kiểm tra và trả lời tôi trong hôm nay.',
  'Đề nghị đổi sản phẩm mới cho tôi.',
  'Tôi muốn được hoàn tiền vào thẻ đã thanh toán.',
  'Rất mong quý công ty chấn chỉnh thái độ phục vụ.',
  'Tôi chỉ góp ý để cửa hàng tốt hơn, xin cảm ơn.',
  'Nếu không được giải quyết tôi sẽ không quay lại nữa.',
] as const

export const FAMILIES = [...new Set(people.FAMILIES)]
export const MIDDLES = [...new Set([...people.WOMEN.middle, ...people.MEN.middle])]
export const GIVEN = [...new Set([...people.WOMEN.given, ...people.MEN.given])]

/** Searches as people type them, two words without diacritics, from the commonest words to the rarest. */
export const SEARCHES = [
  'thu ngan',
  'cua hang',
  'hoa don',
  'gao st25',
  'khuyen mai',
  'noi com',
  'sau rieng',
  'muc nang',
  'nguyen hanh',
  'bao hanh',
  'thang cuon',
  'ca hoi',
  'tran diep',
  'hoan tien',
  'am toc',
  'dang khang',
  'xe day',
  'kimchi rach',
  'hong quat',
  'pham nhung',
  'vu quan',
  'thanh long',
  'giay the',
  'duong tin',
] as const
