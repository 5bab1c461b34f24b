import { z } from 'zod'

// zod would compile its schemas with `new Function`. Our content security policy forbids that, and reports the try.
// It decides when a schema is made, so this has to be imported before the first of the contract's:
// by the page whose form uses them, on its first line.
z.config({ jitless: true })
