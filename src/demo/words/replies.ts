/** What staff and customers write below a complaint, by how far it has come. */

export const STAFF_FIRST = [
  'Đã gọi cho khách lúc {time}, khách {bình tĩnh, đồng ý chờ kết quả|khá bức xúc, cần xử lý trong ngày|đang bận, hẹn gọi lại buổi chiều}.',
  'Em đã nhận, đang kiểm tra camera khu vực và sẽ báo lại trước {time}.',
  'Khách cung cấp thêm thông tin, em đang đối chiếu với ca trực.',
  'Trưởng ca xác nhận có sự việc, đang lấy tường trình của nhân viên.',
  'Gọi khách hai lần chưa nghe máy, em nhắn tin và gọi lại lúc {time}.',
]
export const STAFF_LATER = [
  'Khách đồng ý với phương án xử lý, hẹn ghé quầy dịch vụ {hôm nay|ngày mai|cuối tuần}.',
  'Nhờ {staff} xem giúp hướng xử lý để báo lại khách.',
  'Đã họp nhanh đầu ca, nhắc lại quy trình cho cả tổ.',
  'Đã đối chiếu camera lúc {time}, nội dung khách phản ánh là đúng.',
  'Đề nghị theo dõi thêm một tuần rồi đóng phiếu.',
]
/** More of them where goods are at stake, or money. */
export const GOODS_TALK = {
  first: [
    'Đã chuyển thông tin cho {staff} bên ngành hàng đối chiếu lô hàng.',
    'Đã gửi yêu cầu cho nhà cung cấp, hẹn phản hồi trong {n} ngày.',
    'Kiểm tra tại quầy: còn {n} sản phẩm cùng lô, đã rút khỏi kệ.',
  ],
  later: ['Nhà cung cấp xác nhận lỗi và sẽ đổi toàn bộ lô.', 'Đã làm phiếu đề nghị hoàn tiền, chờ kế toán duyệt.'],
  customer: ['Đồng ý đổi sản phẩm mới, nhưng mong không lặp lại.', 'Tôi gửi thêm ảnh hóa đơn để siêu thị đối chiếu.'],
}
export const MONEY_TALK = {
  first: ['Đã gửi yêu cầu đối soát cho kế toán, kèm hóa đơn {bill}.'],
  later: ['Kế toán xác nhận giao dịch trùng, ngân hàng đang xử lý.'],
  customer: ['Cho tôi hỏi khi nào tiền về thẻ ạ?'],
}
export const CUSTOMER = [
  'Tôi vẫn chưa nhận được cuộc gọi nào, siêu thị kiểm tra lại giúp.',
  'Cảm ơn đã phản hồi nhanh, tôi sẽ ghé vào {cuối tuần|chiều mai}.',
  'Tôi đã nhận được điện thoại của bạn {staff}, rất cảm ơn.',
]
export const CLOSING_WORDS = {
  apology: [
    'Đã liên hệ xin lỗi khách hàng, khách hàng thông cảm và đồng ý kết thúc.',
    'Đã giải thích nguyên nhân và biện pháp khắc phục; khách hàng hài lòng.',
    'Quản lý gọi điện xin lỗi và cảm ơn khách đã góp ý; khu vực liên quan đã khắc phục.',
  ],
  staff: [
    'Quản lý gọi điện xin lỗi, nhân viên được nhắc nhở bằng văn bản.',
    'Trưởng bộ phận và nhân viên đã xin lỗi khách trực tiếp; đào tạo lại kỹ năng giao tiếp.',
  ],
  suggestion: [
    'Đã cảm ơn khách hàng và chuyển góp ý cho bộ phận liên quan xem xét.',
    'Ghi nhận góp ý, sẽ đưa vào kế hoạch quý tới; khách hàng vui vẻ.',
  ],
  praise: ['Đã gửi lời cảm ơn khách hàng và chuyển khen thưởng cho bộ phận.'],
  goods: [
    'Đã đổi sản phẩm mới cho khách tại quầy dịch vụ, khách kiểm tra và hài lòng.',
    'Hoàn tiền sản phẩm theo hóa đơn, khách đã ký nhận.',
  ],
  price: [
    'Hoàn phần chênh lệch cho khách và cập nhật lại giá.',
    'Đã hoàn chênh lệch giá, ngành hàng rà soát lại toàn bộ tem.',
  ],
  money: [
    'Đã hoàn tiền về tài khoản của khách, khách xác nhận đã nhận.',
    'Kế toán đối soát xong và hoàn tiền, khách hài lòng.',
  ],
  delivery: [
    'Hoàn phí giao hàng cho khách; đội giao hàng đã gọi điện xin lỗi.',
    'Giao bù hoặc hoàn tiền phần hàng bị ảnh hưởng, khách đồng ý.',
  ],
  refund: ['Hoàn lại chi phí cho khách theo hóa đơn, khách đã ký nhận.'],
  compensation: [
    'Gửi phiếu mua hàng thay lời xin lỗi, khách đã nhận.',
    'Siêu thị chi trả chi phí phát sinh theo hóa đơn khách cung cấp.',
    'Cộng bù điểm thành viên và gửi thư xin lỗi.',
  ],
} as const
export const RATING_NOTES: Record<number, readonly string[]> = {
  1: ['Xử lý quá chậm, không thỏa đáng.', 'Hứa gọi lại nhưng không gọi.'],
  2: ['Giải quyết chưa triệt để.', 'Chờ lâu mới có phản hồi.'],
  3: ['Tạm được.', 'Có xử lý nhưng mong nhanh hơn.'],
  4: ['Nhân viên gọi lại lịch sự, xử lý ổn.', 'Hài lòng, cảm ơn siêu thị.'],
  5: ['Rất hài lòng, phản hồi nhanh!', 'Cảm ơn siêu thị đã giải quyết chu đáo.', 'Nhân viên rất dễ thương.'],
}
export const REOPEN_REASONS = [
  'Khách báo vẫn chưa nhận được tiền hoàn.',
  'Sự việc lặp lại sau khi đóng phiếu.',
  'Khách không đồng ý với phương án xử lý.',
  'Sản phẩm đổi lại vẫn bị lỗi.',
]
export const PURPOSES = [
  'Yêu cầu đổi hàng',
  'Yêu cầu hoàn tiền',
  'Góp ý cải thiện',
  'Yêu cầu giải thích',
  'Yêu cầu bồi thường',
]
