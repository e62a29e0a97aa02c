// Lets the processes that tests start run as their users start them. Otherwise tap adds its loader to each of them, by
// itself and by a variable that they would inherit, and a start of the service takes three times as long.
import processOnSpawn from 'process-on-spawn'

processOnSpawn.removeAllListeners()
delete process.env.NODE_OPTIONS
