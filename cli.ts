#!/usr/bin/env node
/** Entry point of the command `desk`: runs the command line of this process. */
import { runCommand } from './commands/index.ts'

const code = await runCommand(process, process.argv.slice(2))
// On success, keep the exit code: `desk serve` has set it to 1 if the service did not start.
if (code !== 0) process.exitCode = code
