import * as endpoints from '@portal/contract/manage-imports.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as imports from './service.ts'

/** Imports of files, for operators. */
export const importRoutes: Routes = (scope, context) => {
  handle(scope, endpoints.listImports, async ({ actor }) => ({
    results: await imports.listImports(context, actor),
  }))
  handle(scope, endpoints.beginImport, ({ actor, body }) => imports.beginImport(context, actor, body))
  handle(scope, endpoints.addImportPart, ({ actor, params, body }) =>
    imports.addPart(context, actor, params.id, body),
  )
  handle(scope, endpoints.checkImport, ({ actor, params }) => imports.checkImport(context, actor, params.id))
  handle(scope, endpoints.findImport, ({ actor, params }) => imports.findImport(context, actor, params.id))
  handle(scope, endpoints.startImport, ({ actor, params, body }) =>
    imports.startImport(context, actor, params.id, body),
  )
  handle(scope, endpoints.discardImport, ({ actor, params }) =>
    imports.discardImport(context, actor, params.id),
  )
  handle(scope, endpoints.downloadLeftOut, ({ actor, params }) =>
    imports.leftOutFile(context, actor, params.id),
  )
}
