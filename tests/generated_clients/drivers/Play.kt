/** Play a two-seat game with the Kotlin client that openapi-generator writes. Prints the outcome as JSON. */

import java.io.File
import java.lang.reflect.Type
import java.math.BigDecimal
import kotlin.system.exitProcess
import kotlinx.serialization.json.add
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonArray
import kotlinx.serialization.serializer
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.OkHttpClient
import okhttp3.RequestBody
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody
import okhttp3.ResponseBody
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.apis.IntentionsApi
import org.openapitools.client.apis.RegistrationApi
import org.openapitools.client.apis.ReplaysApi
import org.openapitools.client.apis.SeatsApi
import org.openapitools.client.apis.TakingBackApi
import org.openapitools.client.apis.VerificationsApi
import org.openapitools.client.auth.HttpBearerAuth
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.NewGame
import org.openapitools.client.models.GameStatus
import org.openapitools.client.models.Intention
import org.openapitools.client.models.NewPlayer
import org.openapitools.client.models.Phase
import org.openapitools.client.models.Start
import org.openapitools.client.models.Strategy
import org.openapitools.client.models.Undo
import org.openapitools.client.models.GameView
import retrofit2.Call
import retrofit2.Converter
import retrofit2.Retrofit
import retrofit2.create

val JSON = "application/json".toMediaType()
val LINES = "application/x-ndjson".toMediaType()

/** JSON and files as bodies: what Retrofit's converter for kotlinx.serialization does. */
object Converters : Converter.Factory() {
    private val json by lazy { Serializer.kotlinxSerializationJson }

    override fun responseBodyConverter(
        type: Type,
        annotations: Array<Annotation>,
        retrofit: Retrofit,
    ): Converter<ResponseBody, *> {
        val serializer = json.serializersModule.serializer(type)
        return Converter<ResponseBody, Any> { body -> json.decodeFromString(serializer, body.use { it.string() }) }
    }

    override fun requestBodyConverter(
        type: Type,
        parameterAnnotations: Array<Annotation>,
        methodAnnotations: Array<Annotation>,
        retrofit: Retrofit,
    ): Converter<*, RequestBody> {
        if (type == File::class.java) return Converter<File, RequestBody> { it.asRequestBody(LINES) }
        val serializer = json.serializersModule.serializer(type)
        return Converter<Any, RequestBody> { json.encodeToString(serializer, it).toRequestBody(JSON) }
    }
}

/** What a request that must succeed gives. */
fun <T : Any> Call<T>.given(): T {
    val response = execute()
    return response.body() ?: error("${request().url}: ${response.code()} ${response.errorBody()?.string()}")
}

/** Draft, build and choose before anything else; be ready when nothing of that is left. */
fun priority(intention: Intention): Int = when (intention) {
    is Intention.PlaceWrapper -> if (intention.value.onto == "empire") 0 else 4
    is Intention.DraftWrapper, is Intention.ChooseWrapper -> 3
    is Intention.SlateWrapper -> 2
    is Intention.ReadyWrapper -> 1
    else -> 0
}

/** Play to the scored end; take one intention back on the way. Returns the last view. */
fun play(api: Retrofit, game: String): GameView {
    val games = api.create<GamesApi>()
    var view = api.create<SeatsApi>().startGame(game, start = Start()).given() // Retrofit sends no null body
    var isUndone = false
    while (view.status == GameStatus.playing) {
        val best = games.listLegal(game).given().maxByOrNull(::priority)
        if (best != null) {
            api.create<IntentionsApi>().act(game, arrayOf(best), "act-${view.version}").given()
        } else {
            api.create<EventsApi>().listEvents(game, after = view.version, wait = BigDecimal(20)).given()
        }
        view = games.getGame(game).given()
        val undoable = view.undoable
        if (view.phase == Phase.planning && undoable != null && !isUndone) {
            api.create<TakingBackApi>().undo(game, undo = Undo(undoable)).given()
            view = games.getGame(game).given()
            isUndone = true
        }
    }
    return view
}

fun main(arguments: Array<String>) {
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false } // leave out what is left out
    val bearer = HttpBearerAuth("bearer")
    val http = OkHttpClient.Builder().addInterceptor(bearer).build()
    val api = Retrofit.Builder().baseUrl("${arguments[0]}/").client(http).addConverterFactory(Converters).build()
    bearer.bearerToken = api.create<RegistrationApi>().registerPlayer(NewPlayer("Kotlin")).given().token
    val game = api.create<GamesApi>().openGame(NewGame(2, bots = arrayOf(Strategy.greedy))).given().id
    val view = play(api, game)
    val frame = api.create<ReplaysApi>().getReplay(game, from = view.version).given().single()
    val log = File(arguments[1]).apply { writeBytes(api.create<EventsApi>().getLog(game).given().bytes()) }
    val verdict = api.create<VerificationsApi>().verifyLog(log).given()
    val outcome = buildJsonObject {
        put("game", game)
        put("version", view.version)
        putJsonArray("totals") { view.result?.scores?.forEach { add(it.total) } }
        put("last_frame", frame.view?.version)
        put("verified", verdict.ok)
    }
    println(outcome)
    exitProcess(0) // not after a minute, when the idle threads of OkHttp end
}
