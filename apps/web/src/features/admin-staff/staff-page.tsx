import { Page } from '#web/shared/page/page.tsx'
import { AddForm } from './add-form.tsx'
import { StaffList } from './staff-list.tsx'
import { text } from './text.ts'

/** /admin/staff: accounts of staff and their roles, for operators. */
export const StaffPage = () => (
  <Page title={text.title}>
    <div className="page">
      <div>
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="intro readable">{text.intro}</p>
      </div>
      <StaffList />
      <AddForm />
    </div>
  </Page>
)
