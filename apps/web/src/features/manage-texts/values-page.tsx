import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { valuesOptions } from './api.ts'
import { InFiles } from './in-files.tsx'
import { text } from './text.ts'
import { ValuesForm } from './values-form.tsx'

/** /admin/manage/texts/values: what only the operator knows. */
export const ValuesPage = () => (
  <ManagePage
    title={text.valuesTitle}
    intro={text.valuesIntro}
    back={{ to: '/admin/manage/texts', label: text.back, all: text.all }}
  >
    <Loaded query={useQuery(valuesOptions)} failed={text.failed} whole>
      {(values) => (
        <>
          {values.in_files && <InFiles />}
          <ValuesForm loaded={values} />
        </>
      )}
    </Loaded>
  </ManagePage>
)
