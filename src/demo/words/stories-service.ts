import type { Story } from './story.ts'

const DESK = 'Dịch vụ khách hàng'
const GUARDS = 'An ninh – Bãi xe'
const REPAIR = 'Kỹ thuật – Bảo trì'
const FLOOR = 'Vận hành siêu thị'

/** What customers write about people, places and rules. */
export const SERVICE_STORIES: Record<string, readonly Story[]> = {
  'Dịch vụ': [
    {
      title: 'Quầy dịch vụ khách hàng không có người trực',
      content:
        '{day} tôi đến quầy dịch vụ lúc {time} chờ gần {n}0 phút không có ai. Gọi số nóng thì {không bắt máy|máy bận}.',
      department: DESK,
      picture: 'counter',
      origin: 'Chỉ bố trí một nhân viên trong giờ ăn',
    },
    {
      title: 'Thang cuốn hỏng nhiều ngày',
      content:
        'Thang cuốn {lên tầng 2|xuống hầm xe} hỏng đã {n} ngày, người già và xe đẩy em bé phải đi đường vòng mà không có biển chỉ dẫn.',
      department: REPAIR,
      picture: 'floor',
      tag: 'thiết bị hỏng',
      origin: 'Chờ linh kiện thay thế từ nhà thầu',
    },
    {
      title: 'Nhà vệ sinh tầng {floor} {rất bẩn|bốc mùi|không được dọn}',
      content:
        '{day} tôi đưa con vào nhà vệ sinh tầng {floor}: {sàn ướt, có mùi|sàn bẩn, hết giấy và xà phòng|bồn rửa bẩn, khóa cửa hỏng}. Lịch vệ sinh treo trên tường bỏ trống từ sáng.',
      department: FLOOR,
      picture: 'floor',
      origin: 'Nhà thầu vệ sinh không đủ người ca chiều',
    },
    {
      title: 'Xe đẩy hàng bẩn và kẹt bánh',
      content:
        'Lấy {n} chiếc xe đẩy thì chiếc nào cũng {kẹt bánh|dính bẩn|hỏng ghế trẻ em}. Cuối tuần còn không có xe để dùng.',
      department: FLOOR,
      picture: 'floor',
      tag: 'cuối tuần',
      origin: 'Xe đẩy chưa được bảo trì đúng kỳ',
    },
    {
      title: 'Sàn ướt không có biển cảnh báo, khách trượt chân',
      content:
        'Khu {thủy sản|rau củ|gần cửa ra vào} sàn ướt mà không có biển cảnh báo, {mẹ tôi đã lớn tuổi bị trượt chân|con tôi trượt ngã trầy đầu gối|tôi trượt chân khi đẩy xe}.',
      department: FLOOR,
      picture: 'floor',
      tag: 'người cao tuổi',
      origin: 'Nước đá tan chảy ra lối đi, chưa lau kịp thời',
    },
    {
      title: 'Siêu thị {heat=quá nóng|ngột ngạt} ở khu {zone=thời trang|ẩm thực|thu ngân}',
      content: '{day} trong siêu thị {heat}, nhất là khu {zone}. Nhiều người phải ra ngoài đứng.',
      department: REPAIR,
      origin: 'Một máy lạnh trung tâm đang bảo dưỡng',
    },
    {
      title: 'Tủ gửi đồ bị kẹt, không lấy được đồ',
      content:
        'Tủ gửi đồ số {counter} không mở được, tôi phải chờ {n}0 phút mới có người mang chìa khóa đến. Trong tủ có giấy tờ quan trọng.',
      department: FLOOR,
      picture: 'floor',
      tag: 'thiết bị hỏng',
      origin: 'Pin khóa điện tử hết, chưa thay theo lịch',
    },
    {
      title: 'Gói quà chậm và không đẹp',
      content: 'Tôi nhờ gói quà {day}, chờ {n}5 phút, giấy gói {bị rách góc|không như mẫu}. Quầy chỉ có một người làm.',
      department: DESK,
      tag: 'cuối tuần',
      origin: 'Nhân viên mới chưa được đào tạo gói quà',
    },
    {
      title: 'Khu ăn uống thiếu bàn và không được dọn',
      content:
        'Giờ trưa khu ăn uống {không còn bàn|bàn đầy khay bẩn}, nhân viên đứng nói chuyện mà không dọn. Chúng tôi {n} người phải đứng ăn.',
      department: FLOOR,
      tag: 'giờ cao điểm',
      picture: 'floor',
      origin: 'Chưa tăng cường người dọn giờ trưa',
    },
  ],
  'Chính sách': [
    {
      title: 'Chính sách đổi trả không thống nhất',
      content: 'Tại cửa hàng này nói đổi trong {n} ngày, gọi tổng đài lại nói 7 ngày. Trên hóa đơn không ghi rõ.',
      department: DESK,
      picture: 'receipt',
      origin: 'Bảng quy định tại quầy là bản cũ',
    },
    {
      title: 'Điểm thành viên bị hết hạn không báo trước',
      content: 'Tôi tích được {n}.200 điểm, {day} kiểm tra thì về 0 vì hết hạn. Không có tin nhắn nào báo trước.',
      department: 'Marketing',
      origin: 'Tin nhắn nhắc hạn điểm gửi lỗi với một số thuê bao',
    },
    {
      title: 'Phiếu giảm giá không áp dụng như quảng cáo',
      content:
        'Phiếu ghi giảm {n}0% cho hóa đơn từ {amount} nhưng thu ngân nói trừ nhiều ngành hàng. Điều kiện này không in trên phiếu.',
      department: 'Marketing',
      picture: 'receipt',
      tag: 'hàng khuyến mãi',
      origin: 'Thể lệ in thiếu phần loại trừ',
    },
    {
      title: 'Không cho mang {item=túi cá nhân|balo|đồ đã mua nơi khác} vào siêu thị',
      content: 'Bảo vệ yêu cầu gửi {item} trong khi nhiều người khác vẫn mang vào. Mong siêu thị có quy định rõ ràng.',
      department: GUARDS,
      origin: 'Hướng dẫn tại cửa chưa thống nhất giữa các ca',
    },
    {
      title: 'Thủ tục làm lại thẻ thành viên rườm rà',
      content:
        'Tôi mất thẻ, đi lại {n} lần vì mỗi lần yêu cầu một loại giấy tờ. Mong siêu thị cho làm qua số điện thoại.',
      department: DESK,
      origin: 'Quy trình cấp lại thẻ chưa được phổ biến lại',
    },
    {
      title: 'Giới hạn số lượng mua {product} không hợp lý',
      content:
        'Chương trình không ghi giới hạn nhưng khi tính tiền chỉ cho mua tối đa {n} sản phẩm {product}. Tôi đã xếp hàng rất lâu.',
      goods: 'packed',
      department: 'Marketing',
      tag: 'hàng khuyến mãi',
      origin: 'Giới hạn chống mua gom chưa ghi trên bảng',
    },
    {
      title: 'Thẻ quà tặng sắp hết hạn không được gia hạn',
      content:
        'Thẻ quà tặng {amount} tôi được công ty tặng, còn {n} ngày hết hạn, hỏi gia hạn thì bị từ chối ngay mà không xem xét.',
      department: 'Kế toán',
      origin: 'Quy định thẻ quà tặng không cho gia hạn; đã hỗ trợ một lần',
    },
  ],
  'Thái độ phục vụ': [
    {
      title: 'Thu ngân quầy {counter} {thiếu lịch sự|cáu gắt với khách|thái độ khó chịu}',
      content:
        '{day} lúc {time}, thu ngân quầy {counter} {ném hóa đơn lên bàn|nói to khi tôi hỏi lại giá|vừa làm vừa bấm điện thoại}. Tôi hỏi tên thì bạn ấy che bảng tên.',
      department: 'Thu ngân',
      picture: 'counter',
      origin: 'Nhân viên căng thẳng vì tăng ca, chưa giữ chuẩn giao tiếp',
    },
    {
      title: 'Nhân viên quầy {product} từ chối phục vụ',
      content:
        'Tôi nhờ {cân lại|cắt nhỏ|chọn giúp} {product} thì nhân viên trả lời "tự làm đi chị". Thái độ rất khó chịu dù quầy không đông.',
      goods: 'perishable',
      origin: 'Nhân viên thời vụ chưa được hướng dẫn quy trình phục vụ',
    },
    {
      title: 'Bảo vệ lớn tiếng với khách hàng',
      content:
        '{day} bảo vệ ở {cửa ra|hầm xe|cổng chính} lớn tiếng với {mẹ tôi ngoài 70 tuổi|con trai {n} tuổi của tôi|tôi} chỉ vì {đi nhầm lối|tìm vé xe lâu}.',
      department: GUARDS,
      tag: 'người cao tuổi',
      origin: 'Bảo vệ thuê ngoài chưa được tập huấn giao tiếp',
    },
    {
      title: 'Nhân viên tư vấn {product} không nhiệt tình',
      content:
        'Hỏi về {product} ({price}), nhân viên {chỉ tay rồi bỏ đi|nói không biết|vẫn ngồi dùng điện thoại}. Tôi phải tự đọc hướng dẫn.',
      goods: 'durable',
      origin: 'Nhân viên ngành hàng khác trực thay, không nắm sản phẩm',
    },
    {
      title: 'Quầy dịch vụ xử lý đổi hàng với thái độ nghi ngờ',
      content:
        'Tôi mang hàng lỗi đến đổi thì bị hỏi như tra khảo trước mặt nhiều người. Hàng có hóa đơn {bill} đầy đủ mà vẫn phải chờ {n}0 phút.',
      department: DESK,
      picture: 'counter',
      origin: 'Nhân viên áp dụng quy trình kiểm tra cứng nhắc',
    },
    {
      title: 'Nhân viên tán gẫu, không để ý khách',
      content:
        'Khu {bánh mì|đồ ăn chín|mỹ phẩm|đồ chơi} có {n} nhân viên đứng nói chuyện, tôi gọi ba lần mới có người quay lại với vẻ mặt khó chịu.',
      department: FLOOR,
      origin: 'Quản lý ca không có mặt tại khu vực',
    },
    {
      title: 'Tổng đài trả lời thiếu tôn trọng',
      content:
        'Tôi gọi tổng đài hỏi {tình trạng đơn hàng|giờ mở cửa dịp lễ|chính sách đổi trả}, nhân viên ngắt máy giữa chừng. Thời gian gọi {time} {day}.',
      department: DESK,
      tag: 'đã gọi lại',
      origin: 'Đường truyền tổng đài lỗi khiến cuộc gọi bị ngắt; đã xin lỗi',
    },
    {
      title: 'Nhân viên không hỗ trợ khách nước ngoài',
      content:
        'Tôi đi cùng bạn người {Hàn Quốc|Nhật|Úc}, hỏi bằng tiếng Anh thì nhân viên cười rồi bỏ đi. Bạn tôi rất ngại.',
      department: FLOOR,
      tag: 'khách Hàn Quốc',
      origin: 'Chưa có nhân viên ngoại ngữ trực khu vực',
    },
    {
      title: 'Nhân viên kiểm hóa đơn ở cửa thiếu lịch sự',
      content:
        'Khi ra cửa tôi bị yêu cầu dốc hết túi ra kiểm tra trước đông người dù đã đưa hóa đơn {bill}. Không một lời xin lỗi.',
      department: GUARDS,
      tag: 'lặp lại nhiều lần',
      origin: 'Cổng từ báo nhầm do tem chưa gỡ',
    },
  ],
}
