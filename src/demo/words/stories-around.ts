import type { Story } from './story.ts'

const DESK = 'Dịch vụ khách hàng'
const GUARDS = 'An ninh – Bãi xe'
const DRIVERS = 'Giao hàng – Online'
const REPAIR = 'Kỹ thuật – Bảo trì'
const FLOOR = 'Vận hành siêu thị'

/** What customers write about safety, parking, delivery, and what pleased them. */
export const AROUND_STORIES: Record<string, readonly Story[]> = {
  'An ninh': [
    {
      title: 'Mất {item=điện thoại|ví|túi xách} trong siêu thị',
      content:
        '{day} khoảng {time} tôi bị mất {item} khi đang {chọn hàng|chờ tính tiền} ở tầng {floor}. Đề nghị cho xem lại camera.',
      department: GUARDS,
      tag: 'đã gọi lại',
      origin: 'Camera ghi nhận kẻ gian; đã bàn giao dữ liệu cho công an phường',
    },
    {
      title: 'Bị giữ lại vì cổng từ báo nhầm',
      content:
        'Cổng từ kêu, bảo vệ giữ tôi lại {n}0 phút để kiểm tra dù đã thanh toán đủ (hóa đơn {bill}). Nguyên nhân là thu ngân quên gỡ tem từ.',
      department: GUARDS,
      picture: 'receipt',
      origin: 'Thu ngân quên gỡ tem từ',
    },
    {
      title: 'Trẻ đi lạc, loa thông báo chậm',
      content: 'Con tôi {n} tuổi đi lạc ở tầng {floor}, tôi báo bảo vệ mà gần {n}5 phút sau mới có thông báo trên loa.',
      department: GUARDS,
      tag: 'trẻ em',
      origin: 'Phòng loa không có người trực giờ giao ca',
    },
    {
      title: 'Người lạ làm phiền khách ở {spot=hầm xe|cửa sau}',
      content:
        '{day} có hai người {mời chào vé số|xin tiền|bám theo} khách ở {spot}. Bảo vệ đứng gần nhưng không can thiệp.',
      department: GUARDS,
      origin: 'Khu vực giáp ranh chưa phân công tuần tra',
    },
    {
      title: 'Lối thoát hiểm bị chắn hàng',
      content:
        'Cửa thoát hiểm cạnh khu {đồ gia dụng|nước giải khát|kho} bị chất {thùng hàng|xe đẩy|kệ trưng bày}. Nếu có cháy thì rất nguy hiểm.',
      department: FLOOR,
      picture: 'floor',
      origin: 'Hàng Tết về nhiều, xếp tạm sai quy định',
    },
    {
      title: 'Đồ gửi trong tủ bị lục',
      content: 'Tôi gửi balo ở tủ số {counter}, khi lấy ra khóa kéo bị mở và mất {tai nghe|tiền lẻ|kính}.',
      department: GUARDS,
      picture: 'floor',
      origin: 'Đang trích xuất camera khu gửi đồ',
    },
  ],
  'Bãi xe': [
    {
      title: 'Bãi xe quá tải, không tìm được chỗ',
      content:
        '{day} tôi chạy vòng {n}0 phút trong bãi mà không có chỗ, không có người điều phối. Bảng điện tử vẫn báo còn chỗ.',
      department: GUARDS,
      picture: 'parking',
      tag: 'cuối tuần',
      origin: 'Cảm biến đếm chỗ hỏng, thiếu người điều phối',
    },
    {
      title: 'Xe bị hư hại trong bãi',
      content:
        'Gửi xe lúc {time}, khi ra thì {ô tô bị trầy cửa bên phải|ô tô bị móp cản sau|ô tô bị vỡ gương|xe máy bị gãy gương|xe máy bị xước yếm}. Bảo vệ nói không chịu trách nhiệm.',
      department: GUARDS,
      picture: 'parking',
      origin: 'Camera xác nhận xe đẩy hàng va vào xe khách',
    },
    {
      title: 'Thu phí gửi xe sai quy định',
      content:
        'Bảng ghi miễn phí {n} giờ khi có hóa đơn nhưng nhân viên vẫn thu {n}0.000 đồng, hỏi lý do thì nói quy định mới.',
      department: GUARDS,
      picture: 'receipt',
      origin: 'Nhân viên chưa cập nhật chính sách gửi xe',
    },
    {
      title: 'Mất {item=mũ bảo hiểm|áo mưa|túi đồ} ở bãi xe máy',
      content: 'Tôi treo {item} trên xe ở khu {B|C|D}{n}, sau khi mua hàng ra thì bị mất.',
      department: GUARDS,
      picture: 'parking',
      tag: 'lặp lại nhiều lần',
      origin: 'Khu vực khuất camera; đã lắp thêm',
    },
    {
      title: 'Hầm xe ngập nước và thiếu đèn',
      content: 'Sau mưa {day} hầm xe đọng nước, nhiều đèn không sáng. Đi bộ từ xe lên rất nguy hiểm.',
      department: REPAIR,
      picture: 'parking',
      origin: 'Bơm thoát nước hầm bị kẹt rác',
    },
    {
      title: 'Chờ lấy vé và ra bãi quá lâu',
      content: 'Lúc {time} {day} chỉ mở một làn ra, hàng xe kéo dài, mất {n}5 phút mới ra khỏi bãi.',
      department: GUARDS,
      picture: 'parking',
      tag: 'giờ cao điểm',
      origin: 'Một cổng kiểm soát vé bị lỗi đầu đọc',
    },
    {
      title: 'Xe đỗ chiếm chỗ dành cho người khuyết tật',
      content:
        'Chỗ dành cho người khuyết tật luôn bị {xe nhân viên|xe giao hàng|ô tô khác} đỗ. Bố tôi đi xe lăn phải đi rất xa.',
      department: GUARDS,
      picture: 'parking',
      tag: 'người cao tuổi',
      origin: 'Chưa giám sát khu vực ưu tiên',
    },
  ],
  'Khen ngợi': [
    {
      title: 'Khen nhân viên {staff} quầy {dịch vụ|thu ngân|bánh}',
      content:
        'Tôi muốn cảm ơn bạn {staff} đã {tìm giúp chiếc ví tôi bỏ quên|đưa tôi ra tận xe khi trời mưa|kiên nhẫn hướng dẫn mẹ tôi dùng thẻ thành viên}. Mong siêu thị khen thưởng.',
      department: 'Nhân sự – Hành chính',
      origin: 'Lời khen của khách hàng, đã chuyển khen thưởng',
    },
    {
      title: 'Cảm ơn siêu thị xử lý đổi {product} rất nhanh',
      content: 'Tôi đổi {product} chỉ mất {n} phút, nhân viên {lịch sự|nhẹ nhàng|giải thích rõ}. Rất hài lòng.',
      goods: 'any',
      department: DESK,
      origin: 'Lời khen của khách hàng',
    },
    {
      title: '{Product} rất ngon, mong giữ chất lượng',
      content:
        'Cả nhà tôi thích {product} ở đây, tươi và giá hợp lý. Mong siêu thị giữ vững chất lượng và có thêm khuyến mãi.',
      goods: 'perishable',
      origin: 'Lời khen của khách hàng',
    },
    {
      title: 'Bảo vệ bãi xe rất nhiệt tình',
      content:
        '{day} trời mưa to, anh bảo vệ {che ô cho mẹ con tôi|giúp dắt xe|thay giúp bánh xe bị thủng}. Xin gửi lời cảm ơn.',
      department: GUARDS,
      origin: 'Lời khen của khách hàng',
    },
    {
      title: 'Giao hàng đúng giờ, tài xế dễ mến',
      content:
        'Đơn {bill} giao sớm {n}0 phút, hàng lạnh vẫn còn đá. Tài xế còn mang lên tận tầng {floor} chung cư không thang máy.',
      department: DRIVERS,
      picture: 'parcel',
      origin: 'Lời khen của khách hàng',
    },
    {
      title: 'Siêu thị sạch sẽ, nhân viên {staff} chu đáo',
      content: 'Lâu rồi mới quay lại, siêu thị sạch và dễ tìm hàng hơn nhiều. Bạn {staff} hướng dẫn rất tận tình.',
      department: FLOOR,
      origin: 'Lời khen của khách hàng',
    },
  ],
  'Dịch vụ giao hàng': [
    {
      title: 'Đơn {bill} giao trễ {late=2|3|4|5} tiếng',
      content:
        'Tôi đặt giao khung giờ {time} nhưng trễ hơn {late} tiếng, gọi tài xế {không nghe máy|nói còn nhiều đơn}. Nhà có tiệc nên rất bị động.',
      department: DRIVERS,
      picture: 'parcel',
      origin: 'Tài xế nhận quá số đơn trong khung giờ',
    },
    {
      title: 'Giao thiếu {product}',
      content:
        'Đơn {bill} thanh toán đủ nhưng giao thiếu {product} ({price}). Tổng đài hẹn kiểm tra đã {n} ngày chưa trả lời.',
      goods: 'any',
      department: DRIVERS,
      picture: 'parcel',
      origin: 'Soạn hàng thiếu ở khu đông lạnh, chưa đối chiếu phiếu',
    },
    {
      title: 'Giao nhầm {product}',
      content:
        'Tôi đặt {product} nhưng nhận loại khác rẻ hơn mà không ai hỏi ý kiến thay thế. Mong đổi lại trong hôm nay.',
      goods: 'any',
      department: DRIVERS,
      picture: 'parcel',
      tag: 'đã đổi hàng',
      origin: 'Nhân viên soạn hàng tự thay sản phẩm hết hàng',
    },
    {
      title: '{Product} giao đến bị {harm=vỡ nát|chảy nước|dập}',
      content: 'Túi hàng giao {day} bị {đè bẹp|ướt hết}, {product} {harm}. Tài xế để trước cửa rồi đi.',
      goods: 'perishable',
      department: DRIVERS,
      picture: 'parcel',
      origin: 'Không dùng thùng giữ lạnh khi giao',
    },
    {
      title: 'Phí giao hàng tính sai',
      content: 'Nhà tôi cách siêu thị {n} km, hóa đơn trên {amount} được miễn phí giao nhưng vẫn bị thu {n}5.000 đồng.',
      department: DRIVERS,
      picture: 'receipt',
      origin: 'Hệ thống tính khoảng cách theo địa chỉ cũ',
    },
    {
      title: 'Tài xế giao hàng thiếu lịch sự',
      content:
        'Tài xế {gọi xuống tận cổng lấy dù tôi có con nhỏ|to tiếng vì tôi kiểm hàng|nhắn tin khó nghe}. Đơn {bill}.',
      department: DRIVERS,
      only: 'apology',
      origin: 'Tài xế thuê ngoài, đã ngừng hợp tác',
    },
    {
      title: 'Đơn hàng bị hủy không báo',
      content: 'Đặt từ {day}, đến giờ giao vào xem thì đơn {bill} đã hủy, tiền {amount} chưa hoàn.',
      department: DRIVERS,
      tag: 'hoàn tiền thẻ',
      origin: 'Hết hàng nhưng thông báo hủy không gửi đi',
    },
  ],
  Khác: [
    {
      title: 'Góp ý về nhạc trong siêu thị',
      content: 'Nhạc mở quá {to|cũ}, lặp lại một bài suốt buổi. Nói chuyện với nhân viên phải hét lên.',
      department: 'Marketing',
      origin: 'Loa khu A chỉnh âm lượng quá mức',
    },
    {
      title: 'Đề nghị mở cửa sớm hơn',
      content: 'Khu dân cư quanh đây đi làm sớm, mong siêu thị mở từ {7 giờ|7 giờ 30}, nhất là quầy bánh mì và rau.',
      department: FLOOR,
      origin: 'Ghi nhận góp ý về giờ mở cửa',
    },
    {
      title: 'Để quên {item=chiếc ô màu xanh|kính lão|bình nước của con|túi giấy tờ} tại siêu thị',
      content:
        '{day} khoảng {time} tôi để quên {item} ở {khu ăn uống|quầy {counter}|nhà vệ sinh tầng {floor}}. Nhờ siêu thị tìm giúp.',
      department: DESK,
      tag: 'đã gọi lại',
      origin: 'Đồ thất lạc đã được lưu tại quầy dịch vụ',
    },
    {
      title: 'Xin thêm ghế nghỉ cho người già',
      content: 'Mong siêu thị đặt thêm ghế ở tầng {floor}, mẹ tôi đi một vòng là mỏi mà không có chỗ ngồi.',
      department: FLOOR,
      tag: 'người cao tuổi',
      origin: 'Ghi nhận góp ý, bổ sung ghế',
    },
    {
      title: 'Hỏi về tuyển dụng và việc làm thêm',
      content: 'Em là sinh viên, đã nộp hồ sơ {thu ngân|trưng bày hàng} {n} tuần trước mà chưa thấy phản hồi.',
      department: 'Nhân sự – Hành chính',
      origin: 'Hồ sơ chưa được chuyển tới cửa hàng',
    },
    {
      title: 'Tin nhắn quảng cáo quá nhiều',
      content: 'Mỗi ngày tôi nhận {n} tin nhắn quảng cáo, đã nhắn từ chối nhưng vẫn còn.',
      department: 'Marketing',
      origin: 'Danh sách từ chối chưa cập nhật',
    },
    {
      title: 'Ứng dụng An Nhiên {fault=bị văng khi mở giỏ hàng|không đăng nhập được|không gửi mã OTP}',
      content: 'Từ {day} ứng dụng {fault}. Máy tôi dùng bản mới nhất.',
      department: 'Công nghệ thông tin',
      origin: 'Bản cập nhật lỗi trên một số dòng máy',
    },
    {
      title: 'Túi ni lông quá mỏng',
      content: 'Túi đựng {bị rách khi ra đến bãi xe|rách làm vỡ trứng}. Mong siêu thị dùng túi tốt hơn hoặc túi giấy.',
      department: FLOOR,
      picture: 'product',
      origin: 'Lô túi mới mỏng hơn tiêu chuẩn',
    },
  ],
}
