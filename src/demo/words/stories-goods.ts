import type { Story } from './story.ts'

const CASHIERS = 'Thu ngân'

/** What customers write about goods, prices and paying. */
export const GOODS_STORIES: Record<string, readonly Story[]> = {
  'Chất lượng sản phẩm': [
    {
      title: '{Product} bị hỏng dù còn hạn sử dụng',
      content:
        '{day} tôi mua {product} giá {price}, về mở ra thì {đã có mùi lạ|bị mốc|bị nhớt, không ăn được|đổi màu}, trong khi hạn in trên bao bì vẫn còn {n} ngày.',
      goods: 'cooked',
      picture: 'product',
      tag: 'đã gọi lại',
      origin: 'Tủ mát quầy bị mất nhiệt trong đêm, hàng không được kiểm tra đầu ca',
    },
    {
      title: 'Phát hiện {thing=dị vật cứng|sợi tóc|mảnh nhựa nhỏ|côn trùng nhỏ} trong {product}',
      content:
        'Gia đình tôi đang ăn {product} mua {day} thì phát hiện có {thing} bên trong. Cháu nhỏ {n} tuổi suýt nuốt phải.',
      goods: 'cooked',
      picture: 'product',
      tag: 'trẻ em',
      origin: 'Quy trình sơ chế và đóng gói chưa che chắn đúng quy định',
    },
    {
      title: '{Product} quá hạn vẫn bày bán trên kệ',
      content:
        '{day} tôi thấy trên kệ còn ít nhất {n} {gói|hộp|túi} {product} đã quá hạn {n} ngày. Tôi đã báo nhân viên nhưng {họ chỉ cất bớt|không ai xử lý ngay|họ nói sẽ xem lại}.',
      goods: 'packed',
      picture: 'shelf',
      origin: 'Bỏ sót khi kiểm tra hạn sử dụng hằng tuần tại quầy',
    },
    {
      title: '{Product} dập nát, không tươi',
      content:
        'Mua {product} {day} lúc {time}, lớp trên nhìn tươi nhưng lớp dưới {dập nát|úng nước|thối một nửa}. Giá {price} mà phải bỏ đi {gần một nửa|hơn một phần ba}.',
      goods: 'greens',
      picture: 'product',
      tag: 'đã đổi hàng',
      origin: 'Nhân viên không lựa lại hàng khi đóng gói',
    },
    {
      title: 'Nghi ngộ độc sau khi ăn {product}',
      content:
        '{Cả nhà {n} người|Hai vợ chồng tôi|Con gái tôi} ăn {product} mua tại siêu thị {day}, khoảng {n} tiếng sau thì {đau bụng, nôn|tiêu chảy|sốt và đau bụng}. Tôi còn giữ phần thức ăn thừa và hóa đơn {bill}.',
      goods: 'cooked',
      picture: 'receipt',
      tag: 'nghi ngộ độc',
      origin: 'Đang chờ kết quả kiểm nghiệm mẫu lưu; tạm ngưng bán lô hàng',
    },
    {
      title: '{Product} dùng {used=2|3|4|5|6|9} ngày đã hỏng',
      content:
        'Tôi mua {product} giá {price}, mới dùng được {used} ngày thì {bong tróc|bị nứt|không còn dùng được|hỏng hẳn}. Nhân viên nói {phải gửi hãng|không đổi được vì đã bóc hộp}.',
      goods: 'durable',
      picture: 'product',
      tag: 'chờ nhà cung cấp',
      origin: 'Lỗi lô hàng của nhà cung cấp, đã lập biên bản trả hàng',
    },
    {
      title: 'Bao bì {product} bị {how=rách|phồng|móp méo}',
      content:
        'Nhiều {gói|hộp|lon} {product} trên kệ bị {how} mà vẫn bán bình thường. Tôi lấy nhầm một cái, về nhà mới thấy {chảy nước|mất chân không}.',
      goods: 'packed',
      picture: 'shelf',
      origin: 'Hàng bị va đập khi chuyển từ kho lên kệ',
    },
    {
      title: 'Cân thiếu {product}',
      content:
        '{day} tôi mua {product}, tem ghi {1,2 kg nhưng về cân lại chỉ được 1 kg|0,8 kg nhưng về cân lại chỉ được 0,65 kg|2,1 kg nhưng về cân lại chỉ được 1,8 kg|1,5 kg nhưng về cân lại chỉ được 1,3 kg}. Tôi đã thử trên hai chiếc cân khác nhau. Mã hóa đơn {bill}.',
      goods: 'weighed',
      picture: 'label',
      origin: 'Cân tại quầy chưa trừ bì, đã hiệu chuẩn lại',
    },
    {
      title: '{Product} có vị lạ so với mọi lần',
      content:
        'Tôi hay mua {product} ở đây nhưng lần này {có vị chua|mặn hơn hẳn|có mùi khét|bị khô cứng}. Mua lúc {time} {day}.',
      goods: 'cooked',
      origin: 'Ca chế biến mới chưa theo đúng công thức',
    },
  ],
  'Hàng hóa': [
    {
      title: '{Product} hết hàng liên tục',
      content:
        'Tôi đến {n} lần trong {hai tuần|tháng này} đều không có {product}. Nhân viên {nói không biết khi nào có|hẹn rồi lại không có}, trong khi tờ rơi vẫn quảng cáo.',
      goods: 'any',
      picture: 'shelf',
      only: 'apology',
      origin: 'Nhà cung cấp giao thiếu, chưa cập nhật hàng thay thế',
    },
    {
      title: 'Không tìm thấy {product} đang khuyến mãi',
      content:
        'Chương trình ghi {product} còn {price} đến hết tuần nhưng {day} kệ trống trơn. Hỏi {hai|ba} nhân viên đều trả lời khác nhau.',
      goods: 'any',
      picture: 'shelf',
      tag: 'hàng khuyến mãi',
      only: 'apology',
      origin: 'Dự báo khuyến mãi thấp hơn nhu cầu thực tế',
    },
    {
      title: 'Mua {product} nhưng thiếu phụ kiện',
      content:
        'Tôi mua {product} ({price}), về mở hộp thiếu {phiếu bảo hành|nắp đậy|sách hướng dẫn|một chi tiết}. Hộp đã bị bóc tem trước khi bán.',
      goods: 'boxed',
      picture: 'product',
      tag: 'chờ nhà cung cấp',
      origin: 'Hàng trưng bày bị bán nhầm cho khách',
    },
    {
      title: 'Đề nghị nhập thêm {product}',
      content:
        'Khu tôi ở có nhiều gia đình dùng {product} nhưng siêu thị ít mẫu quá. Mong siêu thị nhập thêm {loại của nhà sản xuất khác|cỡ nhỏ hơn|thêm mẫu mới|hàng Việt Nam chất lượng cao}.',
      goods: 'any',
      only: 'apology',
      origin: 'Ghi nhận góp ý, chuyển ngành hàng xem xét danh mục',
    },
    {
      title: 'Nhãn phụ tiếng Việt của {product} không rõ',
      content:
        'Nhãn phụ dán trên {product} {bị che mất thành phần|mờ không đọc được|dán đè lên hạn sử dụng}. Tôi bị dị ứng nên rất cần thông tin này.',
      goods: 'packed',
      picture: 'label',
      only: 'apology',
      origin: 'Nhà nhập khẩu dán sai vị trí nhãn phụ',
    },
    {
      title: 'Không cho đổi {product} dù còn nguyên tem',
      content:
        'Tôi mang {product} còn nguyên tem và hóa đơn {bill} đến đổi sau {n} ngày thì quầy dịch vụ từ chối với lý do {hàng giảm giá|không có quản lý|quá giờ đổi trả}.',
      goods: 'durable',
      picture: 'receipt',
      tag: 'đã đổi hàng',
      origin: 'Nhân viên hiểu sai quy định đổi trả 7 ngày',
    },
    {
      title: 'Kệ {product} bày lộn xộn, khó tìm',
      content:
        'Khu vực {product} {để lẫn nhiều loại|không có bảng chỉ dẫn|chất thùng chắn lối đi}. {day} tôi phải mất hơn {n}0 phút mới tìm được.',
      goods: 'any',
      picture: 'shelf',
      only: 'apology',
      origin: 'Thiếu nhân sự châm hàng vào giờ cao điểm',
    },
    {
      title: 'Hàng tặng kèm {product} không được phát',
      content:
        'Mua {product} được tặng {hộp nhựa|khăn|ly thủy tinh|gói dùng thử} nhưng thu ngân nói đã hết quà, trong khi bảng quảng cáo vẫn treo.',
      goods: 'packed',
      tag: 'hàng khuyến mãi',
      picture: 'shelf',
      origin: 'Quà tặng hết nhưng chưa gỡ bảng khuyến mãi',
    },
  ],
  'Sai giá': [
    {
      title: 'Giá {product} trên kệ khác giá tính tiền',
      content:
        'Trên kệ ghi {product} giá {shelfPrice} nhưng hóa đơn {bill} tính {price}. Thu ngân quầy {counter} nói {tem chưa kịp đổi|phải hỏi ngành hàng}.',
      goods: 'any',
      picture: 'label',
      origin: 'Tem giá chưa được thay sau khi chương trình kết thúc',
    },
    {
      title: 'Không được áp dụng giá khuyến mãi cho {product}',
      content:
        'Tờ rơi ghi {product} giảm còn {shelfPrice}, khi tính tiền vẫn là {price}. {day} tôi đã mua {n} cái nên chênh lệch không nhỏ.',
      goods: 'any',
      picture: 'receipt',
      tag: 'hàng khuyến mãi',
      origin: 'Mã khuyến mãi chưa được kích hoạt tại cửa hàng',
    },
    {
      title: 'Tính hai lần {product} trên hóa đơn',
      content:
        'Tôi chỉ lấy một {product} nhưng hóa đơn {bill} quét thành hai, thừa {price}. Mong siêu thị kiểm tra camera quầy {counter} lúc {time}.',
      goods: 'any',
      department: CASHIERS,
      picture: 'receipt',
      tag: 'hoàn tiền thẻ',
      origin: 'Thu ngân quét trùng, đối chiếu camera xác nhận',
    },
    {
      title: 'Tem cân {product} dán nhầm giá',
      content: 'Tem cân ghi mã hàng loại cao cấp trong khi tôi chọn {product} loại thường, chênh gần {shelfPrice}.',
      goods: 'weighed',
      picture: 'label',
      origin: 'Nhân viên chọn nhầm mã trên cân',
    },
    {
      title: 'Bảng giá {product} gây hiểu nhầm',
      content:
        'Bảng giá {product} ghi số to {shelfPrice} nhưng dòng nhỏ phía dưới là "mua từ {n} sản phẩm". Người lớn tuổi không thể đọc được.',
      goods: 'any',
      picture: 'label',
      tag: 'người cao tuổi',
      department: 'Marketing',
      only: 'apology',
      origin: 'Mẫu bảng giá chưa đúng cỡ chữ quy định',
    },
    {
      title: 'Giá {product} trên ứng dụng và tại quầy không giống nhau',
      content:
        'Trên ứng dụng báo {product} là {shelfPrice}, đến siêu thị thì {price}. Nhân viên bảo giá ứng dụng chỉ để tham khảo.',
      goods: 'any',
      department: 'Giao hàng – Online',
      origin: 'Đồng bộ giá giữa kho online và cửa hàng bị trễ',
    },
  ],
  'Thanh toán': [
    {
      title: 'Bị trừ tiền thẻ hai lần tại quầy {counter}',
      content:
        '{day} tôi quẹt thẻ {amount} tại quầy {counter}, máy báo lỗi nên quẹt lại, ngân hàng trừ cả hai lần. Hóa đơn {bill}.',
      department: 'Kế toán',
      picture: 'receipt',
      tag: 'hoàn tiền thẻ',
      origin: 'Máy POS mất kết nối khi chờ phản hồi ngân hàng',
    },
    {
      title: 'Thanh toán QR thành công nhưng quầy báo chưa nhận',
      content:
        'Tôi chuyển {amount} qua mã QR lúc {time}, tài khoản đã trừ nhưng thu ngân bắt tôi trả lại bằng tiền mặt mới cho về.',
      department: 'Kế toán',
      picture: 'counter',
      tag: 'hoàn tiền thẻ',
      origin: 'Cổng thanh toán báo có chậm, đã đối soát',
    },
    {
      title: 'Thối thiếu tiền ở quầy {counter}',
      content:
        'Tôi đưa {bigAmount}, hóa đơn {amount} nhưng về nhà đếm lại thiếu {n}0.000 đồng. Lúc đó {đông khách|thu ngân vội giao ca} nên tôi không kiểm tra.',
      department: CASHIERS,
      picture: 'counter',
      origin: 'Kiểm quỹ cuối ca thừa đúng số tiền khách phản ánh',
    },
    {
      title: 'Không xuất được hóa đơn VAT',
      content:
        'Tôi cần hóa đơn VAT cho công ty ({amount}, hóa đơn {bill}) nhưng quầy dịch vụ báo {hệ thống lỗi|quá thời gian đăng ký|sai mã số thuế}, gọi lại {n} lần chưa được.',
      department: 'Kế toán',
      picture: 'receipt',
      tag: 'cần hóa đơn',
      only: 'apology',
      origin: 'Dữ liệu bán hàng chưa đồng bộ sang phần mềm hóa đơn',
    },
    {
      title: 'Xếp hàng tính tiền quá lâu',
      content:
        '{day} khoảng {time} chỉ mở {n} quầy trong khi hàng chục người chờ. Tôi đứng {n}5 phút mới đến lượt, có cụ già cũng phải chờ.',
      department: CASHIERS,
      picture: 'counter',
      tag: 'giờ cao điểm',
      only: 'apology',
      origin: 'Thiếu thu ngân do hai người nghỉ ốm cùng ca',
    },
    {
      title: 'Phiếu quà tặng không dùng được',
      content:
        'Phiếu quà tặng {amount} còn hạn nhưng quầy {counter} báo {mã không hợp lệ|đã sử dụng}. Tôi chưa từng dùng phiếu này.',
      department: 'Kế toán',
      picture: 'receipt',
      origin: 'Phiếu chưa được kích hoạt khi bán',
    },
    {
      title: 'Không cộng điểm thành viên',
      content:
        'Tôi đã đọc số điện thoại cho thu ngân quầy {counter} mà hóa đơn {bill} ({amount}) không được cộng điểm. Đây là lần thứ {n}.',
      department: 'Dịch vụ khách hàng',
      picture: 'receipt',
      tag: 'lặp lại nhiều lần',
      only: 'apology',
      origin: 'Thu ngân nhập nhầm số điện thoại',
    },
    {
      title: 'Máy tính tiền tự phục vụ bị lỗi',
      content:
        'Máy tự thanh toán số {counter} {treo khi in hóa đơn|không nhận thẻ|quét không ra mã}, nhân viên hỗ trợ {không có mặt|đến rất chậm}.',
      department: 'Công nghệ thông tin',
      picture: 'counter',
      tag: 'thiết bị hỏng',
      only: 'apology',
      origin: 'Phần mềm máy tự phục vụ treo, đã cập nhật bản vá',
    },
  ],
}
