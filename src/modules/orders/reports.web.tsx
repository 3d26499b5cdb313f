import { PartsIn } from '../../web/screens/view/parts-in.tsx'

/** The reports of complaints, narrowed to those about deliveries and orders: what the reports bring to the online mall. */
const Reports = () => <PartsIn of="mall-reports" />
export default Reports
