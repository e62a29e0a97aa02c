#!/usr/bin/env node
/** The command line, on this process. */
import { runCommand } from './commands/index.ts'

const code = await runCommand(process, process.argv.slice(2))
// A service that did not start has set the code itself.
if (code !== 0) process.exitCode = code
