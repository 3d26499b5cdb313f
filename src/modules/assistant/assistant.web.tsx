import Drawer from './drawer/drawer.web.tsx'

export default Drawer
