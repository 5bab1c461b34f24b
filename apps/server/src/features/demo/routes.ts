import type { Routes } from '#server/http/handle.ts'

export const demoMailRoutes: Routes = () => {}
