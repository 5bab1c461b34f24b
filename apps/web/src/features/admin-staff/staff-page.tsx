import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { AddForm } from './add-form.tsx'
import { StaffList } from './staff-list.tsx'
import { text } from './text.ts'

/** /admin/manage/staff: accounts of staff and their roles, for operators. */
export const StaffPage = () => (
  <ManagePage title={text.title} intro={text.intro}>
    <StaffList />
    <AddForm />
  </ManagePage>
)
