import { z } from 'zod'

// By default zod compiles schemas with `new Function`, which our content security policy blocks and reports. The
// setting is read when a schema is created, so import this module before the contract's schemas: on the first line of
// each page whose form uses them.
z.config({ jitless: true })
