import { type ImportKind, importPartBytes } from '@portal/contract/words/import-rules.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ShownError } from '#web/api/common-error-text.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import { base64Of } from '#web/shared/forms/base64-of.ts'
import { text } from './text.ts'

const list = ['imports', 'list']

/** Milliseconds between two looks at an import that waits or runs. */
const pollMs = 1_000

export const importsOptions = queryOptions({
  queryKey: list,
  queryFn: ({ signal }) => call(endpoints.listImports, {}, signal),
})

export const importOptions = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => call(endpoints.findImport, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'running' ? pollMs : false,
  })

/** Returns functions that upload, start and delete imports. */
export function useImports() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  const reload = () => client.invalidateQueries({ queryKey: list })
  return {
    /** Sends a file in parts and has it checked. @returns the id of the import */
    upload: async (kind: ImportKind, file: File, progress: (percent: number) => void): Promise<string> => {
      const { id } = await call(endpoints.beginImport, { body: { kind, bytes: file.size } })
      const params = { id: String(id) }
      for (let at = 0; at < file.size; at += importPartBytes) {
        progress((at / file.size) * 100)
        const content = await base64Of(file.slice(at, at + importPartBytes)).catch(() => {
          throw new ShownError(text.unreadable)
        })
        const body = { number: at / importPartBytes, content }
        await call(endpoints.addImportPart, { params, body })
      }
      client.setQueryData(importOptions(params.id).queryKey, await call(endpoints.checkImport, { params }))
      await reload()
      return params.id
    },
    start: async (id: string, strict: boolean) => {
      try {
        const params = { id }
        const started = await confirmed(() => call(endpoints.startImport, { params, body: { strict } }))
        client.setQueryData(importOptions(id).queryKey, started)
      } finally {
        await reload()
      }
    },
    discard: async (id: string) => {
      await call(endpoints.discardImport, { params: { id } })
      client.removeQueries({ queryKey: importOptions(id).queryKey })
      await reload()
    },
    latest: (id: string) => client.invalidateQueries({ queryKey: importOptions(id).queryKey }),
  }
}
