import { runCli } from './run-cli.ts'

/**
 * `npm run portal -- …`: commands for operators, with the server's configuration.
 * Exit codes: 0 success (result on standard output), 1 error, 2 usage error (message on standard error), 3 part of a file was
 * imported.
 */
const { env, stdin, stdout, stderr } = process
process.exitCode = await runCli(process.argv.slice(2), { env, input: stdin, output: stdout, errors: stderr })
