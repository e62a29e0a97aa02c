// Lets the processes that tests start run as their users start them. Otherwise tap adds its loader to each of them, and
// a start of the service takes twice as long.
import processOnSpawn from 'process-on-spawn'

processOnSpawn.removeAllListeners()
